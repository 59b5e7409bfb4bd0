/** A vendor's documents as items of its catalogue, and what differs from the items that are there. */
import { menuId, productChange } from "../../protocol/rules/catalog/catalog.ts"
import type { CatalogKind, CatalogProduct } from "../../protocol/shapes/catalog.ts"
import type { CatalogDocuments } from "../tenants/index.ts"
import type { KnownItem } from "./items-store.ts"

export interface CatalogItemRow {
  readonly kind: CatalogKind
  readonly id: string
  readonly body: string
}

export interface ItemChange extends KnownItem {
  readonly removed: boolean
  /** What it was; null when it is new. */
  readonly was: string | null
}

export function catalogItems(documents: CatalogDocuments): CatalogItemRow[] {
  const item = (kind: CatalogKind, id: string, body: object) => ({ kind, id, body: JSON.stringify(body) })
  return [
    ...documents.products.map((product) => item("product", product.id, product)),
    ...documents.modifierGroups.map((group) => item("group", group.id, group)),
    ...documents.categories.map((category) => item("category", category.id, category)),
    ...documents.menus.map((menu) => item("menu", menuId(menu), menu)),
    ...documents.channels.map((channel) => item("channel", channel.code.toUpperCase(), channel)),
  ]
}

/** An item that comes back begins anew. */
export function changedItems(
  known: readonly KnownItem[],
  wanted: readonly CatalogItemRow[],
  now: string,
): ItemChange[] {
  const byKey = new Map(known.map((item) => [keyOf(item), item]))
  const changes = wanted.flatMap((item): ItemChange[] => {
    const is = byKey.get(keyOf(item))
    byKey.delete(keyOf(item))
    if (is?.body === item.body) return []
    return [{ ...item, since: is?.since ?? now, removed: false, was: is?.body ?? null }]
  })
  return [...changes, ...[...byKey.values()].map((item) => ({ ...item, removed: true, was: item.body }))]
}

/** What the change of a product is to those who listen. */
export function productNews(change: ItemChange) {
  const was: CatalogProduct | null = change.was === null ? null : JSON.parse(change.was)
  const is: CatalogProduct | null = change.removed ? null : JSON.parse(change.body)
  return { ...productChange(was, is), is, was }
}

function keyOf({ kind, id }: Pick<KnownItem, "kind" | "id">): string {
  return `${kind} ${id}`
}
