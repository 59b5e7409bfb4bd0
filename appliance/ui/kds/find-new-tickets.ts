/** Finds tickets that this screen has not shown yet, so that a reopened tablet does not ring for known ones. Pure. */

/** Older tickets are forgotten. */
const REMEMBERED_MAX = 500

interface Noticed {
  readonly fresh: readonly string[]
  readonly known: readonly string[]
}

/** `known` is null on a device that has never shown a ticket. The first tickets are not new. */
export function findNewTickets(
  known: readonly string[] | null,
  tickets: readonly { readonly ticketId: string }[],
): Noticed {
  const ids = tickets.map(({ ticketId }) => ticketId)
  if (known === null) return { fresh: [], known: ids }
  const before = new Set(known)
  const fresh = ids.filter((id) => !before.has(id))
  return { fresh, known: fresh.length === 0 ? known : [...known, ...fresh].slice(-REMEMBERED_MAX) }
}
