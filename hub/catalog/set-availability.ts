/** Marks a product as sold out in a store, or as available again, at the hub (docs/contract/menu.md#availability). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { setAvailability } from "../../protocol/http/menu.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { isOut } from "../../protocol/rules/catalog/stock.ts"
import type { HubStore } from "../storage/index.ts"
import { findStore } from "../tenants/index.ts"
import { applyAvailabilityAtHub, type StockDeps } from "./apply-availability.ts"
import { hasProduct } from "./items-store.ts"

export const setAvailabilityHandler =
  (deps: StockDeps & { readonly store: HubStore }): Handler<typeof setAvailability> =>
  ({ params, body, caller }) =>
    deps.store.write(caller, async (tx) => {
      const { productId } = params
      const place = await findStore(tx, params.storeId.toLowerCase())
      if (!place) return refuse("NOT_FOUND", `There is no store ${params.storeId}.`)
      if (!(await hasProduct(tx, productId))) return refuse("NOT_FOUND", `There is no product ${productId}.`)
      const fact = await applyAvailabilityAtHub(tx, deps, { place, productId, said: body })
      if (isRefusal(fact)) return fact
      const out = isOut(fact, tx.now)
      const until = out ? fact.until : null
      return {
        status: 200,
        data: { storeId: place.id, productId, available: !out, until, changedAt: fact.changedAt },
      }
    })
