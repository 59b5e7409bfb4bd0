/** Answers requests that never reach the application: malformed or too slow ones, too large headers, a missing or repeated Host, refused upgrades. */
import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { familyOfPath } from "../../protocol/http/families.ts"
import { REFUSALS, type Refusal, refuse } from "../../protocol/refusals.ts"
import { sendRefusal } from "./answer-endpoint.ts"
import { type AnswerLabels, addressLimitHeaders, labelAnswer } from "./spend-limit.ts"

/** By Node's error code. */
const NODE_ERRORS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refuse("HEADERS_TOO_LARGE", `The headers are larger than ${maxHeaderSize} bytes.`),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refuse("PAYLOAD_TOO_LARGE", "The extensions of the body's chunks are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: refuse("REQUEST_TIMEOUT", "The request took too long to arrive; nothing was done."),
  HPE_INVALID_METHOD: refuse("VALIDATION_ERROR", "HTTP knows no such method."),
}
const NO_REQUEST = refuse("VALIDATION_ERROR", "This is not a valid HTTP request.")
/** How long the connection stays open after the answer: closing it at once may lose the answer. */
const LINGER_MS = 2_000
const NO_HOST = refuse("VALIDATION_ERROR", "The header Host is missing.")
const TWO_HOSTS = refuse("VALIDATION_ERROR", "The header Host was sent more than once.")
const NO_TUNNEL = refuse("VALIDATION_ERROR", "CONNECT is not supported.")

/** Node reports an error for each further part of the same malformed request. */
const answered = new WeakSet<Duplex>()

/** Closes the connection after the answer, because the beginning of the next request is unknown. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex, labels: AnswerLabels): void {
  if (answered.has(socket)) return
  answered.add(socket)
  writeRefusal(socket, NODE_ERRORS[error.code ?? ""] ?? NO_REQUEST, labels)
}

export function refuseTunnel(socket: Duplex, labels: AnswerLabels): void {
  refuseSocket(socket, NO_TUNNEL, labels)
}

/** For a request that the HTTP server passes as a socket: an upgrade or a CONNECT. */
export function refuseSocket(socket: Duplex, refusal: Refusal, labels: AnswerLabels): void {
  socket.on("error", () => socket.destroy())
  writeRefusal(socket, refusal, labels)
}

/** HTTP/1.1 requires the header Host, and no version allows two (RFC 9112, 3.2). Returns null for a request that keeps this rule. */
export function hostRefusal({ rawHeaders, httpVersion }: IncomingMessage): Refusal | null {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length
  if (hosts > 1) return TWO_HOSTS
  return hosts === 0 && httpVersion === "1.1" ? NO_HOST : null
}

/** Ends the connection after the answer. */
export function refuseRequest(
  refusal: Refusal,
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  labels: AnswerLabels,
): void {
  const { request, response } = exchange
  labelAnswer(labels, exchange)
  response.setHeader("Connection", "close")
  sendRefusal(response, familyOfPath(request.url ?? ""), refusal)
}

function writeRefusal(socket: Duplex, refusal: Refusal, labels: AnswerLabels): void {
  if (!socket.writable) return void socket.destroy()
  const { status } = REFUSALS[refusal.refused]
  const text = JSON.stringify({ success: false, error: refusal.refused, message: refusal.message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${labels.ids.uuid()}`,
    ...addressLimitHeaders(labels.rateLimiter, addressOf(socket)).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Headers that name a caller behind a proxy are not read here: this is the address of the connection. */
function addressOf(socket: Duplex): string {
  return (socket instanceof Socket && socket.remoteAddress) || "unknown"
}
