/** Cancels an order for the legacy aggregator family: its own checks first, then the rules and refunds of all families. */
import type { Handler, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { legacyCancel as endpoint } from "../../protocol/http/legacy.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import {
  checkLegacyCancel,
  refundContext,
  toCancellationRequest,
  toCancelledOrder,
} from "../../protocol/rules/cancellation/legacy-cancel.ts"
import { toLegacyOrder, toLegacyRefusal } from "../../protocol/rules/orders/legacy-order.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { findByExternalId, findOrder, resolveOrder } from "../orders/index.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import type { ReadMethods } from "../tenants/index.ts"
import type { Cancel } from "./cancel-any-order.ts"

interface LegacyCancelDeps {
  readonly store: HubStore
  readonly readMethods: ReadMethods
  readonly cancel: Cancel
}

/** Requests of this family name no language, so the built-in rules answer in the default one. */
const LOCALE = "es"

export const cancelLegacyOrderHandler =
  ({ store, readMethods, cancel }: LegacyCancelDeps): Handler<typeof endpoint> =>
  async ({ params, body, caller, requestId }) => {
    const order = await store.read(caller, async (scope) => {
      const found = await findReferred(scope, params.order_uid)
      if (isRefusal(found)) return found
      return checkLegacyCancel({ order: found, asked: body, methods: await readMethods(scope) }) ?? found
    })
    if (isRefusal(order)) return order
    const request = toCancellationRequest(body)
    const context = refundContext(order, body)
    const externalId = order.orderExternal
    const done = await cancel({ caller, requestId, externalId, request, locale: LOCALE, context })
    if (isRefusal(done)) return toLegacyRefusal(done)
    const after = toCancelledOrder(await readAgain(store, caller, order), body, done.paymentStatus)
    return { status: 200, data: toLegacyOrder(after) }
  }

async function findReferred(scope: TenantRead, reference: string) {
  const orderId = await resolveOrder(scope, reference)
  if (isRefusal(orderId)) return orderId
  const kept = await findOrder(scope, orderId)
  return kept?.order ?? refuse("NOT_FOUND", `There is no order ${reference}.`)
}

/** Finds the order by its external id, which stays when its store has it under another id. */
async function readAgain(store: HubStore, caller: VendorCaller, { orderExternal }: OrderRecord): Promise<OrderRecord> {
  const kept = await store.read(caller, (scope) => findByExternalId(scope, orderExternal))
  if (!kept) throw new Error(`order ${orderExternal} is gone after its cancellation`)
  return kept.order
}
