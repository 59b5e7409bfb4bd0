/** Opens the cash drawer without a sale. The person gives a reason. */
import type { openDrawer as endpoint } from "../../../protocol/http/register.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { BoxHandler } from "../../storage/index.ts"
import type { Printing } from "../index.ts"

export const openDrawerHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    if (printing.printers.length === 0) return refuse("CONFLICT", "This box has no printer, so it has no drawer.")
    const jobId = printing.drawer.open(tx, { reason: body.reason, by: caller.actor })
    return jobId === null ? refuse("CONFLICT", "The drawer cannot be opened.") : { status: 202, data: { jobId } }
  }
