/**
 * Registers statements that stay prepared on PostgreSQL connections, so that the server does not parse and plan them each time. Only for inserts
 * and lookups by a unique key, which have one sensible plan. The best plan of other queries depends on how full the tables are.
 */

const names = new Map<string, string>()

export function prepareStatement(text: string): void {
  if (!names.has(text)) names.set(text, `kept_${names.size}`)
}

/** The statement's name at the server; undefined if it is not registered. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}
