/** The network address that a request came from, also behind a reverse proxy. */
import type { IncomingMessage } from "node:http"
import { headerOf } from "./read-request.ts"

const FORWARDED_FOR = "x-forwarded-for"

/** Only the last entry of `X-Forwarded-For` is trusted: our proxy wrote it, and the caller may have sent the others. */
export function callerAddress(request: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? headerOf(request, FORWARDED_FOR)?.split(",").at(-1)?.trim() : undefined
  return forwarded || request.socket.remoteAddress || "unknown"
}
