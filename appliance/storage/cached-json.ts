/** Caches the JSON of records: a change writes the same record into its own row and into an op. Records are never mutated. */

const made = new WeakMap<object, string>()

export function jsonOf(record: object): string {
  const known = made.get(record)
  if (known !== undefined) return known
  const text = JSON.stringify(record)
  made.set(record, text)
  return text
}

/** The JSON of an object whose values are records, from cached texts where there are any. */
export function jsonWrapped(body: object): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(body)) {
    const text = known(value) ?? JSON.stringify(value)
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${parts.join(",")}}`
}

function known(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? made.get(value) : undefined
}
