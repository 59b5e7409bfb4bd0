/** A job that this process has leased, with its fencing token. */
import type { Selectable } from "kysely"
import type { HubTables } from "../storage/index.ts"
import type { Job } from "./job.ts"

/** A worker that claims the job after the lease has ended gets a higher fence. The older fence can write nothing more. */
export interface LeasedJob {
  readonly job: Job
  readonly fence: number
}

export function toLeasedJob(row: Selectable<HubTables["job"]>): LeasedJob {
  const job: Job = {
    id: row.job_id,
    kind: row.kind,
    lane: row.lane,
    tenant: { accountId: row.account_id, vendorId: row.vendor_id },
    attempts: row.attempts,
    body: JSON.parse(row.body),
    firstReceivedAt: row.first_received_at,
  }
  return { job, fence: row.fence }
}
