/** Reads one order for the legacy aggregator family, from the hub's copy. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { legacyGet } from "../../protocol/http/legacy.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { toLegacyOrder } from "../../protocol/rules/orders/legacy-order.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import { resolveOrder } from "./find-order.ts"
import { findOrder } from "./orders-store.ts"

export const getLegacyOrderHandler =
  ({ store, line }: { store: HubStore; line: StoreCaller }): Handler<typeof legacyGet> =>
  ({ params, caller }) =>
    store.read(caller, async (scope) => {
      const orderId = await resolveOrder(scope, params.order_uid)
      if (isRefusal(orderId)) return orderId
      const kept = await findOrder(scope, orderId)
      if (!kept) return refuse("NOT_FOUND", `There is no order ${params.order_uid}.`)
      const headers = kept.home === "hub" ? {} : await line.freshness(kept.order.storeId)
      return { status: 200, data: toLegacyOrder(kept.order), headers }
    })
