/** Closes the business day as the public endpoint does: the same handler, for this store. */
import type { closeDay } from "../../protocol/http/days.ts"
import type { closeStoreDay as endpoint } from "../../protocol/http/store-state.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"

export const closeStoreDayHandler =
  (close: BoxHandler<typeof closeDay>): BoxHandler<typeof endpoint> =>
  (tx, request) => {
    const { businessDayDate } = request.params
    const params = { storeId: requireConfig(tx).store.id, businessDayDate }
    const answer = close(tx, { ...request, params, body: undefined })
    if (!isRefusal(answer)) return answer
    return refuse("CONFLICT", answer.message)
  }
