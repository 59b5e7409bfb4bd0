/** Publishes events about a vendor's catalogue changes, per product and per channel. */

import type { CatalogMenu } from "../../protocol/shapes/catalog.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordEvent } from "../webhooks/index.ts"
import { type ItemChange, productNews } from "./changed-items.ts"

/** More changed products than this get no events of their own; the next publication announces them together. */
export const PRODUCT_EVENTS_MAX = 1000

export async function publishCatalogChanges(
  tx: TenantWrite,
  ids: Ids,
  { changes, revision }: { changes: readonly ItemChange[]; revision: number },
): Promise<void> {
  const products = changes.filter(({ kind }) => kind === "product")
  if (products.length <= PRODUCT_EVENTS_MAX) {
    for (const change of products) await tellProduct(tx, ids, { change, revision })
  }
  for (const channel of changedChannels(changes)) {
    await recordEvent(tx, ids, { type: "channel.updated", sequence: revision, data: { channel } })
  }
}

async function tellProduct(
  tx: TenantWrite,
  ids: Ids,
  { change, revision }: { change: ItemChange; revision: number },
): Promise<void> {
  const { data, prices, is, was } = productNews(change)
  const productId = change.id
  if (data) {
    const what = was === null ? "created" : is === null ? "removed" : "changed"
    const event = { type: "product.updated" as const, sequence: revision }
    await recordEvent(tx, ids, { ...event, data: { productId, change: what, product: is } })
  }
  if (prices && is) {
    const event = { type: "product.price_updated" as const, sequence: revision }
    await recordEvent(tx, ids, { ...event, data: { productId, prices: is.prices } })
  }
}

/** A channel changes with its own entry, and with the menus of any store in it. */
function changedChannels(changes: readonly ItemChange[]): string[] {
  const codes = changes.flatMap(({ kind, id, body }) => {
    if (kind === "channel") return [id]
    return kind === "menu" ? [(JSON.parse(body) as CatalogMenu).channel.toUpperCase()] : []
  })
  return [...new Set(codes)].sort()
}
