/** Checks whether a request comes from one of this server's own pages, and for which host name. */
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { headerOf } from "./read-request.ts"

/**
 * True for requests of this server's own pages and of callers that are not browsers. It reads `Sec-Fetch-Site` or `Origin`, which a page cannot
 * change; a caller that is not a browser sends neither.
 */
export function isFromOwnPage(request: IncomingMessage): boolean {
  const site = headerOf(request, "sec-fetch-site")
  if (site !== undefined) return site === "same-origin"
  const origin = headerOf(request, "origin")
  return origin === undefined || hostOf(origin) === headerOf(request, "host")?.toLowerCase()
}

/** Browsers resolve it to the machine itself, without DNS. */
const THIS_MACHINE = "localhost"

/**
 * Whether Host and Origin name this server by an IP address, `localhost` or one of `names`. Any other name may be an attacker's, which
 * resolves to this server so that the attacker's page has the same origin (DNS rebinding).
 */
export function isAllowedHost(request: IncomingMessage, names: readonly string[]): boolean {
  const origin = headerOf(request, "origin")
  const isOwn = (url: string) => {
    const name = nameIn(url)
    return name !== null && (isIP(name) !== 0 || name === THIS_MACHINE || names.includes(name))
  }
  return isOwn(`http://${headerOf(request, "host") ?? ""}`) && (origin === undefined || isOwn(origin))
}

/** Host name or address of a URL, IPv6 without brackets; null for an invalid URL. */
export function nameIn(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, "$1") : null
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
