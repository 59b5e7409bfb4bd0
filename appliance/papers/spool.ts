/** The spool as a screen sees it, and what a person says of a job whose end the printer did not confirm. */
import type { listSpool, resolveJob } from "../../protocol/http/spool.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { Printing } from "../printing/index.ts"
import type { BoxHandler } from "../storage/index.ts"

export const listSpoolHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof listSpool> =>
  () => ({ status: 200, data: { jobs: printing.list() } })

export const resolveJobHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof resolveJob> =>
  (tx, { params, body, caller }) => {
    const job = printing.resolve(tx, { jobId: params.jobId, as: body.as, by: caller.actor })
    return isRefusal(job) ? job : { status: 200, data: job }
  }
