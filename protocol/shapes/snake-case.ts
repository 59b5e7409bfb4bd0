/** Derives the snake_case schemas of the legacy endpoints from the camelCase ones, and converts bodies. */
import Type, { type TSchema } from "typebox"

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly items?: SchemaNode
  readonly allOf?: readonly SchemaNode[]
}

export type SnakeBody = Readonly<Record<string, unknown>>

/** The schema with snake_case names; free-form parts do not change. */
export function snakeSchema(schema: TSchema) {
  return Type.Unsafe<SnakeBody>(snakeNode(schema as SchemaNode))
}

function snakeNode(node: SchemaNode): SchemaNode {
  const { properties, required, items, allOf } = node
  return {
    ...node,
    ...(properties && { properties: mapEntries(properties, ([name, inner]) => [toSnake(name), snakeNode(inner)]) }),
    ...(required && { required: required.map(toSnake) }),
    ...(items && { items: snakeNode(items) }),
    ...(allOf && { allOf: allOf.map(snakeNode) }),
  }
}

/**
 * Converts a snake_case body to the schema's names. Unknown names are kept, except in open objects with known names (the buyer), where
 * every name is converted.
 */
export function fromSnake(schema: TSchema, value: unknown): unknown {
  return readNode(schema as SchemaNode, value)
}

function readNode(node: SchemaNode, value: unknown): unknown {
  if (node.allOf) return camelDeep(value)
  if (node.items && Array.isArray(value)) return value.map((inner) => readNode(node.items as SchemaNode, inner))
  const { properties } = node
  if (!properties || !isObject(value)) return value
  const known = new Map(Object.keys(properties).map((name) => [toSnake(name), name]))
  return mapEntries(value, ([key, inner]) => {
    const name = known.get(key)
    return name === undefined ? [key, inner] : [name, readNode(properties[name] ?? {}, inner)]
  })
}

function camelDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelDeep)
  return isObject(value) ? mapEntries(value, ([key, inner]) => [toCamel(key), camelDeep(inner)]) : value
}

/** `unitPrice` → `unit_price`; also for a whole path. */
export function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toCamel(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
}

function mapEntries<In, Out>(
  value: Readonly<Record<string, In>>,
  change: (entry: [string, In]) => [string, Out],
): Record<string, Out> {
  return Object.fromEntries(Object.entries(value).map(change))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
