/** A good value with one or two places bent: another type, another size, left out, or said twice as deep. */
import fc from "fast-check"

const GONE = Symbol("left out")
const ODD = [
  null,
  true,
  0,
  -1,
  0.5,
  1e21,
  1e300,
  2 ** 53,
  "",
  "x",
  "__proto__",
  "\u0000",
  "\ud800",
  "9".repeat(400),
  [],
  {},
  [[[[]]]],
  { __proto__: null, constructor: 1 },
  GONE,
] as const

export function bent(good: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(good)
  const one = fc.tuple(
    fc.constantFrom(...places),
    fc.oneof(fc.constantFrom<unknown>(...ODD), fc.jsonValue({ maxDepth: 2 })),
  )
  return fc.array(one, { minLength: 0, maxLength: 2 }).map((bends) => bends.reduce(bend, good))
}

type Place = readonly string[]

function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))]
}

function bend(whole: unknown, [place, value]: readonly [Place, unknown]): unknown {
  const [key, ...rest] = place
  if (key === undefined) return value === GONE ? undefined : value
  if (typeof whole !== "object" || whole === null) return whole
  if (!Object.hasOwn(whole, key)) return whole
  const next = bend((whole as Record<string, unknown>)[key], [rest, value])
  if (Array.isArray(whole))
    return next === undefined ? whole.filter((_, n) => `${n}` !== key) : whole.with(Number(key), next)
  return { ...whole, [key]: next }
}
