/** Whether a request comes from one of this server's own pages, or from no page at all. */
import type { IncomingMessage } from "node:http"
import { headerOf } from "./read-request.ts"

/**
 * By what the browser says of the page that asks, and nobody in a page can change; a caller that is no browser says nothing. By the name that
 * was asked for, whichever it is: an address, a name of the network, a name before a proxy that hands it on.
 */
export function isFromOwnPage(request: IncomingMessage): boolean {
  const site = headerOf(request, "sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = headerOf(request, "origin")
  return origin === undefined || hostOf(origin) === headerOf(request, "host")?.toLowerCase()
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
