/** The JSON of a record that a change writes in several places (its own row, the op that tells of it): made once. Records are replaced, never changed. */

const made = new WeakMap<object, string>()

export function jsonOf(record: object): string {
  const known = made.get(record)
  if (known !== undefined) return known
  const text = JSON.stringify(record)
  made.set(record, text)
  return text
}

/** The JSON of an object of records, with the text of those that have one already. */
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
