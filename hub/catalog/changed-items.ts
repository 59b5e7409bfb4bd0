/** Turns a vendor's documents into catalogue items, and finds those that differ from the stored ones. */
import { compareProducts, menuId } from "../../protocol/rules/catalog/catalog.ts"
import type { CatalogKind, CatalogProduct } from "../../protocol/shapes/catalog.ts"
import type { CatalogDocuments } from "../tenants/index.ts"
import type { KnownItem } from "./items-store.ts"

interface CatalogItemRow {
  readonly kind: CatalogKind
  readonly id: string
  readonly body: string
}

export interface ItemChange extends KnownItem {
  readonly removed: boolean
  /** The former content; null for a new item. */
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

/** A deleted item that returns counts as new. */
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

/** The event type of a product's change. */
export function productNews(change: ItemChange) {
  const was: CatalogProduct | null = change.was === null ? null : JSON.parse(change.was)
  const is: CatalogProduct | null = change.removed ? null : JSON.parse(change.body)
  return { ...compareProducts(was, is), is, was }
}

function keyOf({ kind, id }: Pick<KnownItem, "kind" | "id">): string {
  return `${kind} ${id}`
}
