/** The desk where a person sees which jobs failed and why, sets one on its way again, or says that it is well as it is. */
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubStore, SystemWrite, Tenant } from "../storage/index.ts"
import { findJobRow, type JobQuery, type JobRow, listJobs, markDismissed, requeue } from "./jobs-admin-store.ts"

const NOTE_MAX = 500

/** What a deed by hand writes beside itself, in its transaction: who did it. */
export type Also = (tx: SystemWrite) => Promise<void>

export interface JobsAdmin {
  list(query: JobQuery): Promise<JobRow[]>
  /** Its attempts begin anew. `tenant` refuses everybody else's jobs as unknown. */
  retry(id: string, tenant?: Tenant, also?: Also): Promise<JobRow | Refusal>
  /** Keeps the job and its reason, and why nothing more is done about it. */
  dismiss(id: string, note: string, tenant?: Tenant, also?: Also): Promise<JobRow | Refusal>
}

export function createJobsAdmin({ store, log }: { readonly store: HubStore; readonly log: Log }): JobsAdmin {
  const change = ({ id, tenant, also }: Change, act: (tx: SystemWrite, row: JobRow) => Promise<boolean>) =>
    store.system.write(async (tx): Promise<JobRow | Refusal> => {
      const row = await findJobRow(tx, id, tenant)
      if (!row) return refuse("NOT_FOUND", `There is no job ${id}.`)
      if (!(await act(tx, row))) return refuse("CONFLICT", whyNot(row))
      await also?.(tx)
      return (await findJobRow(tx, id, tenant)) ?? row
    })
  return {
    list: (query) => store.system.read((scope) => listJobs(scope, query)),
    async retry(id, tenant, also) {
      const line = await change({ id, tenant, also }, requeue)
      if (!isRefusal(line)) log.info({ jobId: id, kind: line.kind }, "a job was set on its way again by hand")
      return line
    },
    async dismiss(id, text, tenant, also) {
      const note = text.trim()
      if (note === "" || note.length > NOTE_MAX) {
        return invalid({ path: "note", message: `must say why, in 1 to ${NOTE_MAX} characters` })
      }
      const line = await change({ id, tenant, also }, (tx) => markDismissed(tx, id, note))
      if (!isRefusal(line)) log.info({ jobId: id, kind: line.kind, note }, "a job was dismissed by hand")
      return line
    },
  }
}

interface Change {
  readonly id: string
  readonly tenant: Tenant | undefined
  readonly also: Also | undefined
}

function whyNot({ id, status, dismissed }: JobRow): string {
  if (dismissed) return `The job ${id} was dismissed at ${dismissed.at}: ${dismissed.note}`
  return `The job ${id} is ${status}; only failed and dead ones ask for a person.`
}
