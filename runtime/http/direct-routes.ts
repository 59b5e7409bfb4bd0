/** A fast router for plain paths, in front of Express. */

export interface RouteMatch<Served> {
  readonly served: Served
  readonly params: Readonly<Record<string, string>>
}

interface DirectRoutes<Served> {
  /** `path` as in an endpoint, `/orders/:orderId`. A path without parameters wins, else the first one added. */
  add(method: string, path: string, served: Served): void
  /** Null if Express must route the request. */
  find(method: string, path: string): RouteMatch<Served> | null
}

/** Characters that need no decoding, and no query. */
const PLAIN = /^[\w.~:@/-]+$/

interface Pattern<Served> {
  readonly segments: readonly string[]
  readonly served: Served
}

export function createDirectRoutes<Served>(): DirectRoutes<Served> {
  const exact = new Map<string, RouteMatch<Served>>()
  /** By method and number of segments. */
  const patterns = new Map<string, Pattern<Served>[]>()
  return {
    add: (method, path, served) => {
      if (!path.includes(":")) return void exact.set(`${method} ${path}`, { served, params: {} })
      const segments = path.split("/")
      const key = `${method} ${segments.length}`
      patterns.set(key, [...(patterns.get(key) ?? []), { segments, served }])
    },
    find: (method, path) => {
      const known = exact.get(`${method} ${path}`)
      if (known) return known
      if (!PLAIN.test(path)) return null
      const segments = path.split("/")
      const pattern = patterns
        .get(`${method} ${segments.length}`)
        ?.find((candidate) => fits(candidate.segments, segments))
      return pattern ? { served: pattern.served, params: paramsOf(pattern.segments, segments) } : null
    },
  }
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((segment, index) =>
    segment.startsWith(":") ? segments[index] !== "" : segment === segments[index],
  )
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [index, name] of pattern.entries()) if (name.startsWith(":")) params[name.slice(1)] = segments[index] ?? ""
  return params
}
