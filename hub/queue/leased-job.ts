/** A job in a worker's hands, and the proof that it is in nobody else's. */
import type { Selectable } from "kysely"
import type { HubTables } from "../storage/index.ts"
import type { Job } from "./job.ts"

/** Ours until the lease ends and somebody else claims it: then the fence has grown. */
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
