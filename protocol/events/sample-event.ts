/** Made-up data of an event, from its shape alone: to try an endpoint out without anything having happened. */
import type { TSchema } from "typebox"
import { EVENTS, type EventType } from "./event-table.ts"

/** Nobody's: whoever looks for it finds nothing. */
const UUID = "00000000-0000-4000-8000-000000000000"

interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly minItems?: number
}

/** Texts that fit the patterns of the contract's shapes. */
const FITTING = ["sample", "1250000", "USD", "EC", "evt_000000000000", "04:00", "10:00-22:00", "+00:00", "1.25", "1"]

export function sampleData(type: EventType, now: string): unknown {
  return sampleOf(EVENTS[type].data as TSchema as Shape, now)
}

function sampleOf(shape: Shape, now: string): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sampleOf(shape.anyOf[0] ?? {}, now)
  if (shape.type === "object") return objectOf(shape, now)
  if (shape.type === "array") return shape.items ? [sampleOf(shape.items, now)] : []
  if (shape.type === "string") return textOf(shape, now)
  if (shape.type === "integer" || shape.type === "number") return Math.max(shape.minimum ?? 1, 1)
  if (shape.type === "boolean") return true
  return null
}

/** What must be there; of a free form nothing. */
function objectOf({ properties = {}, required = [] }: Shape, now: string): object {
  const needed = Object.entries(properties).filter(([key]) => required.includes(key))
  return Object.fromEntries(needed.map(([key, shape]) => [key, sampleOf(shape, now)]))
}

function textOf({ format, pattern }: Shape, now: string): string {
  if (format === "uuid") return UUID
  if (format === "date-time") return now
  if (format === "date") return now.slice(0, 10)
  if (format === "email") return "sample@example.com"
  if (pattern === undefined) return "sample"
  return FITTING.find((text) => new RegExp(pattern).test(text)) ?? "sample"
}
