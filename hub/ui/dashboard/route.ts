/** The current page from the address: `#/orders/abc?store=1`. A fragment, so that the hub serves one page and logs no addresses. */
import { useEffect, useState } from "react"

export interface Route {
  /** The page's id; empty for the start page. */
  readonly page: string
  /** Further parts: `["abc"]`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export interface PageProps {
  readonly route: Route
}

type Query = Readonly<Record<string, string | null | undefined>>

function routeIn(fragment: string): Route {
  const [path = "", query = ""] = fragment.replace(/^#?\/?/, "").split("?")
  const [page = "", ...rest] = path.split("/").map(decoded)
  return { page, path: rest.filter((part) => part !== ""), query: Object.fromEntries(new URLSearchParams(query)) }
}

/** Address for a link or `go`. Leaves out empty values. */
export function hrefOf(page: string, path: readonly string[] = [], query: Query = {}): string {
  const filled = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "")
  const search = new URLSearchParams(filled as [string, string][]).toString()
  return `#/${[page, ...path].map(encodeURIComponent).join("/")}${search && `?${search}`}`
}

/** Whether the address has a filter. Decides what an empty list says. */
export function isNarrowed({ query }: Route): boolean {
  return Object.values(query).some((value) => value !== "")
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeIn(location.hash))
  useEffect(() => {
    const follow = () => setRoute(routeIn(location.hash))
    window.addEventListener("hashchange", follow)
    return () => window.removeEventListener("hashchange", follow)
  }, [])
  return route
}

export function go(href: string): void {
  location.hash = href
}

/** Replaces the current address, so that the browser's back button skips it. */
export function goInstead(href: string): void {
  history.replaceState(null, "", href)
  window.dispatchEvent(new HashChangeEvent("hashchange"))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
