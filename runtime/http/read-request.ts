/** Reads a request's headers, id and JSON body, within limits. */
import type { IncomingMessage } from "node:http"
import { BODY_BYTES_MAX } from "../../protocol/http/body-limit.ts"
import type { Endpoint, RawRequest, VendorCaller } from "../../protocol/http/endpoint.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { type BodyEnd, bodyOf, hasBody } from "./bodies.ts"

/** Refusals for an incomplete body; nothing was done. */
const UNFINISHED = {
  "broken off": refuse("VALIDATION_ERROR", "The body ended early."),
  "too slow": refuse("REQUEST_TIMEOUT", "The body took too long to arrive; nothing was done."),
  "no room": refuse(
    "SERVICE_UNAVAILABLE",
    "Too many bodies are arriving; nothing was done, and the request can be repeated.",
  ),
  stopping: refuse("SERVICE_UNAVAILABLE", "The server stops; nothing was done, and the request can be repeated."),
} as const satisfies Record<Exclude<Unfinished, "too large">, Refusal>
const UTF8 = new TextDecoder("utf-8", { fatal: true })
/** `application/json` or `application/…+json`, with or without parameters. */
const JSON_TYPE = /^application\/([\w.-]+\+)*json[ \t]*(;|$)/i
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** A request as handlers get it, without the endpoint's types. */
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

/** A header's value; the case of the name does not matter. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const sent = headers[name.toLowerCase()]
  return Array.isArray(sent) ? sent.join(", ") : sent
}

/** The caller's own request id, if it sent a valid one. */
export function requestIdOf(request: IncomingMessage): string | null {
  const sent = headerOf(request, "x-request-id")
  return sent && REQUEST_ID.test(sent) ? sent : null
}

/**
 * The JSON body with its bytes, or a refusal. A missing body counts as an empty object, so that validation names each missing field.
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

/** Waits for the end of a body that the endpoint does not read, because an incomplete request must have no effect. */
export async function skipBody(request: IncomingMessage): Promise<Refusal | null> {
  if (!hasBody(request)) return null
  const body = await collect(request, BODY_BYTES_MAX)
  return typeof body === "string" ? unfinished(body, BODY_BYTES_MAX) : null
}

type Unfinished = "too large" | "broken off" | BodyEnd

function unfinished(why: Unfinished, bytesMax: number): Refusal {
  return why === "too large"
    ? refuse("PAYLOAD_TOO_LARGE", `The body is larger than ${bytesMax} bytes.`)
    : UNFINISHED[why]
}

/**
 * Collects the body's bytes. After an early end the rest is discarded while the connection stays open, so that the caller can read the
 * answer. It uses events because an async iterator costs a tenth of a small request.
 */
async function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer | Unfinished> {
  if (Number(headerOf(request, "content-length") ?? 0) > bytesMax) return skip(request)
  if (request.destroyed) return "broken off"
  const chunks: Buffer[] = []
  const body = bodyOf(request)
  let size = 0
  return new Promise((resolve) => {
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > bytesMax) end("too large")
      else body?.grow(chunk.length)
    }
    const onWhole = () => end(Buffer.concat(chunks))
    const onBroken = () => end("broken off")
    const end = (result: Buffer | Unfinished) => {
      request.off("data", onData).off("end", onWhole).off("error", onBroken).off("close", onBroken)
      if (typeof result === "string") request.resume()
      chunks.length = 0
      body?.close()
      resolve(result)
    }
    request.on("data", onData).once("end", onWhole).once("error", onBroken).once("close", onBroken)
    body?.onEnd(end)
  })
}

function skip(request: IncomingMessage): "too large" {
  request.resume()
  return "too large"
}
