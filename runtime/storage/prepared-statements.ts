/**
 * Statements that stay prepared on their PostgreSQL connections, known by their texts: the server reads and plans such a one a few times, and not
 * each time. Only for what has no second plan worth having: rows that are put in, and rows that are found by a unique key. What else a query finds
 * is planned as it is asked, by how full the tables are then.
 */

const names = new Map<string, string>()

export function prepareStatement(text: string): void {
  if (!names.has(text)) names.set(text, `kept_${names.size}`)
}

/** The name under which it is kept; undefined for any other. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}
