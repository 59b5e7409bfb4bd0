/** An endpoint's path with its parameters and query filled in. */
import type { Endpoint } from "../http/endpoint.ts"

interface UrlValues {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

/** A parameter that is missing is a bug of the caller, and throws. */
export function urlOf(baseUrl: string, { name, path }: Pick<Endpoint, "name" | "path">, filling: UrlValues): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = filling.params?.[key]
    if (value === undefined || value === "") throw new TypeError(`${name} needs the parameter ${key}`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(filling.query ?? {})) {
    if (value !== undefined) query.set(key, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ""
  return `${baseUrl.replace(/\/$/, "")}${filled}${search}`
}
