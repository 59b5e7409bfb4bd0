/** Reads an order's fiscal state (docs/contract/fiscal.md#fiscal-states) from the hub's copy. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { readFiscalState } from "../../protocol/http/order-reads.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { fiscalOf } from "../../protocol/rules/fiscal/order-fiscal.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import type { HubStore } from "../storage/index.ts"
import { requireStore } from "../tenants/index.ts"
import { resolveOrder } from "./find-order.ts"
import { findOrder } from "./orders-store.ts"

export const readFiscalStateHandler =
  ({ store, line }: { store: HubStore; line: StoreCaller }): Handler<typeof readFiscalState> =>
  ({ params, caller }) =>
    store.read(caller, async (scope) => {
      const orderId = await resolveOrder(scope, params.orderId)
      if (isRefusal(orderId)) return orderId
      const kept = await findOrder(scope, orderId)
      if (!kept) return refuse("NOT_FOUND", `There is no order ${params.orderId}.`)
      const { id, status, storeId } = kept.order
      const data = { id, status, fiscal: fiscalOf(kept.order, await requireStore(scope, storeId)) }
      const headers = kept.home === "hub" ? {} : await line.freshness(storeId)
      return { status: 200, data, headers }
    })
