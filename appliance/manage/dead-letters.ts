/** What came from the hub and could not be taken in: shown with its reason, and settled by a person. */
import type { listParked, settleParked as settleEndpoint } from "../../protocol/http/store-state.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { openParked, settleParked, type TakeIn, tellParked } from "../sync/index.ts"

export const listParkedHandler: BoxHandler<typeof listParked> = (tx) => ({
  status: 200,
  data: { ops: openParked(tx.db) },
})

export const settleParkedHandler =
  ({ takeIn, outbox }: { takeIn: TakeIn; outbox: Outbox }): BoxHandler<typeof settleEndpoint> =>
  (tx, { params, body, caller }) => {
    const settled = settleParked(tx, { mark: params.mark, as: body.as, by: caller.actor, why: body.reason }, takeIn)
    if (isRefusal(settled)) return settled
    tellParked(tx, outbox)
    return { status: 200, data: settled }
  }
