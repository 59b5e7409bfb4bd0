/** Cancels an order for the partner family (docs/contract/cancellation.md#cancel-an-order). */
import type { cancelOrder as endpoint } from "../../protocol/http/cancel.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { Cancel } from "./cancel-any-order.ts"

export const cancelOrderHandler =
  ({ cancel }: { cancel: Cancel }): Handler<typeof endpoint> =>
  async ({ params, query, body, caller, requestId }) => {
    const { locale = "es" } = query
    const done = await cancel({ caller, requestId, externalId: params.orderId, request: body, locale })
    return isRefusal(done) ? done : { status: 200, data: done.answer }
  }
