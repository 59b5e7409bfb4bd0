/** What came from the hub and could not be taken in: shown with its reason, and settled by a person. */
import type { listDeadLetters, settleDeadLetter as settleEndpoint } from "../../protocol/http/store-state.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { type ApplyOperation, openDeadLetters, reportDeadLetters, settleDeadLetter } from "../sync/index.ts"

export const listDeadLettersHandler: BoxHandler<typeof listDeadLetters> = (tx) => ({
  status: 200,
  data: { ops: openDeadLetters(tx.db) },
})

export const settleDeadLetterHandler =
  ({ takeIn, outbox }: { takeIn: ApplyOperation; outbox: Outbox }): BoxHandler<typeof settleEndpoint> =>
  (tx, { params, body, caller }) => {
    const settled = settleDeadLetter(tx, { mark: params.mark, as: body.as, by: caller.actor, why: body.reason }, takeIn)
    if (isRefusal(settled)) return settled
    reportDeadLetters(tx, outbox)
    return { status: 200, data: settled }
  }
