/** Reads what a request says of itself: its id and its JSON body, within limits. */
import type { IncomingMessage } from "node:http"
import { BODY_BYTES_MAX } from "../../protocol/http/body-limit.ts"
import type { Endpoint, RawRequest, VendorCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { bodyOf, type Ended, hasBody } from "./bodies.ts"

/** Why there is no whole body, and so nothing was done. */
const UNFINISHED = {
  "broken off": refuse("VALIDATION_ERROR", "The body broke off."),
  "too slow": refuse("REQUEST_TIMEOUT", "The body took too long to arrive; nothing was done."),
  "no room": refuse(
    "SERVICE_UNAVAILABLE",
    "Too many bodies are arriving; nothing was done, and the request can be repeated.",
  ),
  stopping: refuse("SERVICE_UNAVAILABLE", "The server stops; nothing was done, and the request can be repeated."),
} as const satisfies Record<Exclude<Unfinished, "too large">, Refusal>
const UTF8 = new TextDecoder("utf-8", { fatal: true })
/** JSON, or a type made of it, with parameters or without. */
const JSON_TYPE = /^application\/([\w.-]+\+)*json[ \t]*(;|$)/i
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** A request as handlers see it, before its endpoint's types are put on. */
export interface HttpRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: VendorCaller
  readonly requestId: string
  readonly raw?: RawRequest
}

export interface HttpAnswer {
  readonly status: number
  readonly data: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** By its name in any case. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const sent = headers[name.toLowerCase()]
  return Array.isArray(sent) ? sent.join(", ") : sent
}

/** The caller's own request id, if it sent a sane one. */
export function requestIdOf(request: IncomingMessage): string | null {
  const sent = headerOf(request, "x-request-id")
  return sent && REQUEST_ID.test(sent) ? sent : null
}

/**
 * The JSON body; an absent one is an empty object, so that each missing field is named by its own fault. One that breaks off is
 * refused as well, to nobody: its caller has gone.
 */
export async function readBody(
  request: IncomingMessage,
  {
    unreadable = "VALIDATION_ERROR",
    bodyBytesMax = BODY_BYTES_MAX,
  }: Pick<Endpoint, "unreadable" | "bodyBytesMax"> = {},
): Promise<{ value: unknown; bytes: Uint8Array } | Refusal> {
  const type = headerOf(request, "content-type")
  if (type !== undefined && !JSON_TYPE.test(type)) {
    return refuse("VALIDATION_ERROR", `The body must be application/json, not ${type.slice(0, 60)}.`)
  }
  const bytes = await collect(request, bodyBytesMax)
  if (typeof bytes === "string") return unfinished(bytes, bodyBytesMax)
  if (bytes.length === 0) return { value: {}, bytes }
  try {
    return { value: JSON.parse(UTF8.decode(bytes)), bytes }
  } catch {
    return refuse(unreadable, "The body is not valid JSON in UTF-8.")
  }
}

/** Waits for the end of a body that nobody asked for: what is no whole request must not be acted upon. */
export async function skipBody(request: IncomingMessage): Promise<Refusal | null> {
  if (!hasBody(request)) return null
  const body = await collect(request, BODY_BYTES_MAX)
  return typeof body === "string" ? unfinished(body, BODY_BYTES_MAX) : null
}

type Unfinished = "too large" | "broken off" | Ended

function unfinished(why: Unfinished, bytesMax: number): Refusal {
  return why === "too large"
    ? refuse("PAYLOAD_TOO_LARGE", `The body is larger than ${bytesMax} bytes.`)
    : UNFINISHED[why]
}

/**
 * What follows a body that is not waited for is not kept, but the connection lives a while, so that the caller hears the answer. By its
 * events: an iterator costs a tenth of a small request.
 */
async function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer | Unfinished> {
  if (Number(headerOf(request, "content-length") ?? 0) > bytesMax) return skip(request)
  if (request.destroyed) return "broken off"
  const chunks: Buffer[] = []
  const place = bodyOf(request)
  let size = 0
  return new Promise((resolve) => {
    const take = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > bytesMax) end("too large")
      else place?.grow(chunk.length)
    }
    const whole = () => end(Buffer.concat(chunks))
    const broken = () => end("broken off")
    const end = (body: Buffer | Unfinished) => {
      request.off("data", take).off("end", whole).off("error", broken).off("close", broken)
      if (typeof body === "string") request.resume()
      chunks.length = 0
      place?.close()
      resolve(body)
    }
    request.on("data", take).once("end", whole).once("error", broken).once("close", broken)
    place?.onEnd(end)
  })
}

function skip(request: IncomingMessage): "too large" {
  request.resume()
  return "too large"
}
