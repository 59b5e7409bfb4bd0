/** What a deed was, beside its name, in one line: `role: owner · vendorIds: all`. */

export function wordsOf(detail: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(detail).filter(([, value]) => value !== null)
  return told.map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(" · ")
}
