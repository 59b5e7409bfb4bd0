/** Lists the cancellation reasons that a person may choose from, as the hub last sent them. */
import type { listCancellationReasons as endpoint } from "../../protocol/http/cancel.ts"
import { listReasons } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"

export const listReasonsHandler: BoxHandler<typeof endpoint> = (tx, { query }) => {
  const { cancellation } = requireConfig(tx)
  return { status: 200, data: listReasons(cancellation?.reasons ?? [], query.channel ?? null) }
}
