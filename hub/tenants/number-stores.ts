/**
 * Gives each store of a provisioning file its integer number, which integrators use
 * (docs/contract/methods.md#payment-method-configuration-version-2).
 */
import type { StoreEntry } from "./provisioning-schema.ts"

/** `known`: the vendor's stored stores. A store without a number in the file keeps its stored one, or gets the vendor's next. */
export function numberStores<Entry extends Pick<StoreEntry, "id" | "number">>(
  entries: readonly Entry[],
  known: ReadonlyMap<string, number | null>,
): (Entry & { readonly number: number })[] {
  let last = 0
  for (const { number } of entries) last = Math.max(last, number ?? 0)
  for (const number of known.values()) last = Math.max(last, number ?? 0)
  const next = () => {
    last += 1
    return last
  }
  return entries.map((entry) => ({ ...entry, number: entry.number ?? known.get(entry.id) ?? next() }))
}
