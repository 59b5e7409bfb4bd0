/** Finds whom a method and a path mean without Express: by whole words, and only where the path says plainly what it means. */

export interface Found<Served> {
  readonly served: Served
  readonly params: Readonly<Record<string, string>>
}

interface DirectRoutes<Served> {
  /** As `path` of an endpoint writes it, `/orders/:orderId`; of two that fit, the one without parameters is meant, else the first. */
  add(method: string, path: string, served: Served): void
  /** Null: somebody who reads paths more closely must look. */
  find(method: string, path: string): Found<Served> | null
}

/** Letters that stand for themselves: nothing that would be decoded, and no query. */
const PLAIN = /^[\w.~:@/-]+$/

interface Pattern<Served> {
  readonly words: readonly string[]
  readonly served: Served
}

export function createDirectRoutes<Served>(): DirectRoutes<Served> {
  const whole = new Map<string, Found<Served>>()
  /** By method and number of words. */
  const patterns = new Map<string, Pattern<Served>[]>()
  return {
    add: (method, path, served) => {
      if (!path.includes(":")) return void whole.set(`${method} ${path}`, { served, params: {} })
      const words = path.split("/")
      const place = `${method} ${words.length}`
      patterns.set(place, [...(patterns.get(place) ?? []), { words, served }])
    },
    find: (method, path) => {
      const known = whole.get(`${method} ${path}`)
      if (known) return known
      if (!PLAIN.test(path)) return null
      const words = path.split("/")
      const pattern = patterns.get(`${method} ${words.length}`)?.find((one) => fits(one.words, words))
      return pattern ? { served: pattern.served, params: paramsOf(pattern.words, words) } : null
    },
  }
}

function fits(pattern: readonly string[], words: readonly string[]): boolean {
  return pattern.every((word, at) => (word.startsWith(":") ? words[at] !== "" : word === words[at]))
}

function paramsOf(pattern: readonly string[], words: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [at, word] of pattern.entries()) if (word.startsWith(":")) params[word.slice(1)] = words[at] ?? ""
  return params
}
