/** Whether a request comes from one of this server's own pages, or from no page at all. */
import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
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

/** It leads to the machine itself in every browser, whatever the network's name service says. */
const THIS_MACHINE = "localhost"

/**
 * Whether the request, and the page that sends it, names this server by an address or by one of these names. Any other name may be a
 * stranger's, which leads here for a moment so that the stranger's page counts as our own (DNS rebinding).
 */
export function isAllowedHost(request: IncomingMessage, names: readonly string[]): boolean {
  const origin = headerOf(request, "origin")
  const isOwn = (url: string) => {
    const name = nameIn(url)
    return name !== null && (isIP(name) !== 0 || name === THIS_MACHINE || names.includes(name))
  }
  return isOwn(`http://${headerOf(request, "host") ?? ""}`) && (origin === undefined || isOwn(origin))
}

/** The name or address of a URL, an IPv6 address without its brackets; null for what is no URL. */
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
