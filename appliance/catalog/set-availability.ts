/** Marks a product as sold out or available. The store applies it at once, the hub when it can be reached (docs/contract/menu.md#availability). */
import type { setAvailability } from "../../protocol/http/menu.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { applyAvailability, isOut, laterStock } from "../../protocol/rules/catalog/stock.ts"
import type { StockFact } from "../../protocol/shapes/stock.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { hasProduct } from "./catalog-store.ts"
import { findStock, saveStock } from "./stock-store.ts"
import { requireConfig } from "./store-config-store.ts"

interface StockDeps {
  readonly outbox: Outbox
  /** Notifies screens, which then read the menu again. */
  readonly onMenu: () => void
}

export const setAvailabilityHandler =
  ({ outbox, onMenu }: StockDeps): BoxHandler<typeof setAvailability> =>
  (tx, { params, body }) => {
    const { store } = requireConfig(tx)
    const { productId } = params
    if (params.storeId.toLowerCase() !== store.id) {
      return refuse("NOT_FOUND", `This box is not of the store ${params.storeId}.`)
    }
    if (!hasProduct(tx, productId)) return refuse("NOT_FOUND", `There is no product ${productId}.`)
    const known = findStock(tx, productId)
    const fact = applyAvailability(known, body, { productId, side: "store", now: tx.now })
    if (isRefusal(fact)) return fact
    if (fact !== known) {
      saveStock(tx, fact)
      outbox.record(tx, { kind: "stock.changed", body: { fact } })
      tx.afterCommit(onMenu)
    }
    const out = isOut(fact, tx.now)
    const until = out ? fact.until : null
    return { status: 200, data: { storeId: store.id, productId, available: !out, until, changedAt: fact.changedAt } }
  }

/** Applies a change made at the hub, unless the store's own is later; the hub receives that one from the outbox. */
export function applyHubStock(tx: BoxTx, fact: StockFact, onMenu: () => void): void {
  if (laterStock(findStock(tx, fact.productId), fact) !== fact) return
  saveStock(tx, fact)
  tx.afterCommit(onMenu)
}
