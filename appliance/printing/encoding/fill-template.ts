/** Fills the holes of a recorded command (`command-set.ts`). Each command is read from its hexadecimal text once. */

/** Values of two bytes, the low one first. All other numbers are one byte. */
const TWO_BYTES = new Set(["length", "bytesPerRow", "width", "rows"])
const PART = /\{(\w+)\}|([0-9a-f]{2})+/g

export type Holes = Readonly<Record<string, number | Uint8Array>>

type Part = Uint8Array | { readonly hole: string }

const parsed = new Map<string, readonly Part[]>()

export function fillTemplate(template: string, holes: Holes = {}): Uint8Array {
  const parts = partsOf(template).map((part) => (part instanceof Uint8Array ? part : bytesFor(part.hole, holes)))
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
}

function partsOf(template: string): readonly Part[] {
  const known = parsed.get(template)
  if (known !== undefined) return known
  const parts = [...template.matchAll(PART)].map(
    ([text, hole]): Part => (hole === undefined ? Buffer.from(text, "hex") : { hole }),
  )
  parsed.set(template, parts)
  return parts
}

function bytesFor(hole: string, holes: Holes): Uint8Array {
  const value = holes[hole]
  if (value === undefined) throw new Error(`the command needs a value for {${hole}}`)
  if (typeof value !== "number") return value
  return TWO_BYTES.has(hole) ? Uint8Array.of(value & 0xff, value >> 8) : Uint8Array.of(value)
}
