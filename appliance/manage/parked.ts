/** What came from the hub and could not be taken in: shown with its reason, and settled by a person. */
import type { listParked, settleParked as settleEndpoint } from "../../protocol/http/store-state.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { BoxHandler } from "../storage/index.ts"
import { openParked, settleParked, type TakeIn } from "../sync/index.ts"

export const listParkedHandler: BoxHandler<typeof listParked> = (tx) => ({
  status: 200,
  data: { ops: openParked(tx.db) },
})

export const settleParkedHandler =
  ({ takeIn }: { takeIn: TakeIn }): BoxHandler<typeof settleEndpoint> =>
  (tx, { params, body, caller }) => {
    const settled = settleParked(tx, { mark: params.mark, as: body.as, by: caller.actor, why: body.reason }, takeIn)
    return isRefusal(settled) ? settled : { status: 200, data: settled }
  }
