/** What a person can do with failed jobs: see why they failed, retry one, dismiss one. */
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore, SystemWrite, Tenant } from "../storage/index.ts"
import { findJobRow, type JobQuery, type JobRow, listJobs, markDismissed, requeue } from "./jobs-admin-store.ts"

const NOTE_MAX = 500

/** Writes the audit entry of a change in the same transaction. */
type AuditWrite = (tx: SystemWrite) => Promise<void>

export interface JobsAdmin {
  list(query: JobQuery): Promise<JobRow[]>
  /** Starts the job again with its first attempt. Given a `tenant`, another tenant's job is NOT_FOUND. */
  retry(id: string, tenant?: Tenant, also?: AuditWrite): Promise<JobRow | Refusal>
  /** Takes the job off the list of failed jobs. `note` says why, in 1 to 500 characters. */
  dismiss(id: string, note: string, tenant?: Tenant, also?: AuditWrite): Promise<JobRow | Refusal>
}

export function createJobsAdmin({ store, log }: { readonly store: HubStore; readonly log: Log }): JobsAdmin {
  const change = ({ id, tenant, writeAudit }: Change, act: (tx: SystemWrite, row: JobRow) => Promise<boolean>) =>
    store.system.write(async (tx): Promise<JobRow | Refusal> => {
      const row = await findJobRow(tx, id, tenant)
      if (!row) return refuse("NOT_FOUND", `There is no job ${id}.`)
      if (!(await act(tx, row))) return refuse("CONFLICT", refusalText(row))
      await writeAudit?.(tx)
      return (await findJobRow(tx, id, tenant)) ?? row
    })
  return {
    list: (query) => store.system.read((scope) => listJobs(scope, query)),
    async retry(id, tenant, writeAudit) {
      const job = await change({ id, tenant, writeAudit }, requeue)
      if (!isRefusal(job)) log.info({ jobId: id, kind: job.kind }, "a job was retried by hand")
      return job
    },
    async dismiss(id, text, tenant, writeAudit) {
      const note = text.trim()
      if (note === "" || note.length > NOTE_MAX) {
        return invalid({ path: "note", message: `must say why, in 1 to ${NOTE_MAX} characters` })
      }
      const job = await change({ id, tenant, writeAudit }, (tx) => markDismissed(tx, id, note))
      if (!isRefusal(job)) log.info({ jobId: id, kind: job.kind, note }, "a job was dismissed by hand")
      return job
    },
  }
}

interface Change {
  readonly id: string
  readonly tenant: Tenant | undefined
  readonly writeAudit: AuditWrite | undefined
}

function refusalText({ id, status, dismissed }: JobRow): string {
  if (dismissed) return `The job ${id} was dismissed at ${dismissed.at}: ${dismissed.note}`
  return `The job ${id} is ${status}; only failed and dead jobs can be retried or dismissed.`
}
