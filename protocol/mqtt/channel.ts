/** A channel is a value: its topic, its message, and who may publish and subscribe. */
import type { Static, TSchema } from "typebox"
import { Compile, type Validator } from "typebox/schema"

/** A party on a broker: a kind of client, and the parameters that its credential is bound to. */
export interface Party<Kind extends string = string> {
  readonly kind: Kind
  readonly params: Readonly<Record<string, string>>
}

type Decoded<T> = { readonly ok: true; readonly message: T } | { readonly ok: false; readonly reason: string }

interface ChannelDefinition<T extends TSchema, Kind extends string> {
  readonly name: string
  /** Segments in braces are parameters: `brasa/v1/{storeId}/up`. */
  readonly pattern: string
  readonly message: T
  /** The kinds of party that may publish. */
  readonly from: readonly Kind[]
  /** The kinds of party that may subscribe. */
  readonly to: readonly Kind[]
  readonly summary: string
}

export interface Channel<T extends TSchema = TSchema, Kind extends string = string> extends ChannelDefinition<T, Kind> {
  /** The topic with every parameter filled in. */
  topic(params: Readonly<Record<string, string>>): string
  /** A subscription filter: a parameter that is not given becomes `+`. */
  filter(params?: Readonly<Record<string, string>>): string
  /** The parameters of a topic, or null when it is another channel's. */
  parse(topic: string): Record<string, string> | null
  encode(message: Static<T>): string
  decode(payload: Uint8Array | string): Decoded<Static<T>>
}

const PARAMETER = /^\{(\w+)\}$/
const VALUE = "[^/+#\\0]{1,128}"
const SEGMENT = new RegExp(`^${VALUE}$`)

export function channel<T extends TSchema, const Kind extends string>(
  definition: ChannelDefinition<T, Kind>,
): Channel<T, Kind> {
  const segments = definition.pattern.split("/").map(readSegment)
  const parse = createParse(segments)
  // Compiled on first use, so that importing a channel costs nothing.
  let validator: Validator | undefined
  const validate = () => {
    validator ??= Compile(definition.message)
    return validator
  }
  return {
    ...definition,
    topic: (params) => segments.map((segment) => fill(segment, params, definition.name)).join("/"),
    filter: (params = {}) => segments.map((segment) => fill(segment, { ...wildcards(segments), ...params })).join("/"),
    parse,
    encode: (message) => JSON.stringify(message),
    decode: (payload) => decode<Static<T>>(payload, validate),
  }
}

type Segment = { readonly text: string } | { readonly param: string }

function readSegment(text: string): Segment {
  const param = PARAMETER.exec(text)?.[1]
  return param === undefined ? { text } : { param }
}

function wildcards(segments: readonly Segment[]): Record<string, string> {
  return Object.fromEntries(segments.flatMap((segment) => ("param" in segment ? [[segment.param, "+"]] : [])))
}

function fill(segment: Segment, params: Readonly<Record<string, string>>, strictFor?: string): string {
  if ("text" in segment) return segment.text
  const value = params[segment.param] ?? ""
  const wildcard = value === "+" && strictFor === undefined
  if (!wildcard && !SEGMENT.test(value)) throw new Error(`channel parameter ${segment.param} cannot be "${value}"`)
  return value
}

/** Compares segment by segment without building arrays, because each topic is compared with one channel after another. */
function createParse(segments: readonly Segment[]): (topic: string) => Record<string, string> | null {
  const names = segments.flatMap((segment) => ("param" in segment ? [segment.param] : []))
  const source = segments.map((segment) => ("text" in segment ? segment.text.replaceAll(/\W/g, "\\$&") : `(${VALUE})`))
  const pattern = new RegExp(`^${source.join("/")}$`)
  return (topic) => {
    const found = pattern.exec(topic)
    if (found === null) return null
    const params: Record<string, string> = {}
    for (const [index, name] of names.entries()) params[name] = found[index + 1] as string
    return params
  }
}

function decode<T>(payload: Uint8Array | string, validate: () => Validator): Decoded<T> {
  let message: unknown
  try {
    message = JSON.parse(
      typeof payload === "string" ? payload : new TextDecoder("utf-8", { fatal: true }).decode(payload),
    )
  } catch {
    return { ok: false, reason: "not JSON" }
  }
  const validator = validate()
  if (validator.Check(message)) return { ok: true, message: message as T }
  const first = validator.Errors(message)[1][0]
  return { ok: false, reason: first === undefined ? "not valid" : `${first.instancePath || "/"} ${first.message}` }
}
