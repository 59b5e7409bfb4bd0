/** Answers what never reaches the application: bytes that are no request, headers too large or too slow, no Host, refused upgrades. */
import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { familyOfPath } from "../../protocol/http/families.ts"
import { REFUSALS, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../ids.ts"
import { sendRefusal } from "./answer-endpoint.ts"
import { requestIdOf } from "./read-request.ts"

/** By Node's error code. */
const REFUSED_BY_NODE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refuse("HEADERS_TOO_LARGE", `The headers are larger than ${maxHeaderSize} bytes.`),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refuse("PAYLOAD_TOO_LARGE", "The extensions of the body's chunks are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: refuse("REQUEST_TIMEOUT", "The request took too long to arrive; nothing was done."),
  HPE_INVALID_METHOD: refuse("VALIDATION_ERROR", "HTTP knows no such method."),
}
const NO_REQUEST = refuse("VALIDATION_ERROR", "This is not a valid HTTP request.")
/** The caller may send on for so long after the answer: a connection that is cut at once may lose it. */
const LINGER_MS = 2_000
const NO_TUNNEL = refuse("VALIDATION_ERROR", "No tunnels are opened here: CONNECT is not served.")

/** Node reports each further part of what it cannot read. */
const answered = new WeakSet<Duplex>()

/** Ends the connection after the answer: where the next request would begin is not known. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex, ids: Ids): void {
  if (answered.has(socket)) return
  answered.add(socket)
  writeRefusal(socket, REFUSED_BY_NODE[error.code ?? ""] ?? NO_REQUEST, ids)
}

export function refuseTunnel(socket: Duplex, ids: Ids): void {
  refuseSocket(socket, NO_TUNNEL, ids)
}

/** For a request that the HTTP server hands over as a bare socket: an upgrade, or a tunnel. */
export function refuseSocket(socket: Duplex, refusal: Refusal, ids: Ids): void {
  socket.on("error", () => socket.destroy())
  writeRefusal(socket, refusal, ids)
}

/** HTTP/1.1 requires the header Host (RFC 9112, 3.2). */
export function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.host === undefined
}

export function refuseNoHost(request: IncomingMessage, response: ServerResponse, ids: Ids): void {
  response.setHeader("X-Request-Id", requestIdOf(request) ?? ids.uuid())
  response.setHeader("Connection", "close")
  sendRefusal(response, familyOfPath(request.url ?? ""), refuse("VALIDATION_ERROR", "The header Host is missing."))
}

function writeRefusal(socket: Duplex, refusal: Refusal, ids: Ids): void {
  if (!socket.writable) return void socket.destroy()
  const { status } = REFUSALS[refusal.refused]
  const text = JSON.stringify({ success: false, error: refusal.refused, message: refusal.message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${ids.uuid()}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
