/** A vendor's catalogue in memory: found by kind and id, and what differs between two of them. */
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

/** Menus have no id of their own: what they are for is it. Channels and fulfilments are compared without case. */
export function menuId(menu: { storeCode: string; channel: string; fulfillment: string }): string {
  return `${menu.storeCode}/${menu.channel.toUpperCase()}/${menu.fulfillment.toUpperCase()}`
}

/** What a change of a product is to those who listen; null when it is none. */
export function productChange(
  was: CatalogBodies["product"] | null,
  is: CatalogBodies["product"] | null,
): { readonly data: boolean; readonly prices: boolean } {
  if (was === null || is === null) return { data: was !== is, prices: false }
  const { prices: oldPrices, ...oldData } = was
  const { prices, ...data } = is
  return { data: !same(oldData, data), prices: !same(oldPrices, prices) }
}

function same(one: object, other: object): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** The order in which a file names keys is no difference. */
function sorted(value: object): [string, unknown][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
}
