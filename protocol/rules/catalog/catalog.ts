/** A vendor's catalogue in memory, indexed by kind and id, and what changed in a product. */
import type { CatalogBodies, CatalogItem, CatalogKind } from "../../shapes/catalog.ts"

interface CatalogEntry<Kind extends CatalogKind> {
  readonly since: string
  readonly body: CatalogBodies[Kind]
}

export type Catalog = { readonly [Kind in CatalogKind]: ReadonlyMap<string, CatalogEntry<Kind>> }

export function toCatalog(items: Iterable<CatalogItem>): Catalog {
  const maps = {
    product: new Map(),
    group: new Map(),
    category: new Map(),
    menu: new Map(),
    channel: new Map(),
  } satisfies Record<CatalogKind, Map<string, unknown>>
  for (const { kind, id, since, body } of items) if (body !== null) maps[kind].set(id, { since, body })
  return maps
}

/** A menu's id is made of its store, channel and fulfilment, since it has no other. Channel and fulfilment ignore case. */
export function menuId(menu: { storeCode: string; channel: string; fulfillment: string }): string {
  return `${menu.storeCode}/${menu.channel.toUpperCase()}/${menu.fulfillment.toUpperCase()}`
}

/** Whether a product's data or only its prices changed. Null stands for a product that is not there. */
export function compareProducts(
  was: CatalogBodies["product"] | null,
  is: CatalogBodies["product"] | null,
): { readonly data: boolean; readonly prices: boolean } {
  if (was === null || is === null) return { data: was !== is, prices: false }
  const { prices: oldPrices, ...oldData } = was
  const { prices, ...data } = is
  return { data: !isEqual(oldData, data), prices: !isEqual(oldPrices, prices) }
}

function isEqual(one: object, other: object): boolean {
  return JSON.stringify(sortedEntries(one)) === JSON.stringify(sortedEntries(other))
}

/** Sorts by key, because the order of keys in a file is no difference. */
function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
}
