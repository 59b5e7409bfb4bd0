/** The desk where a person sees which jobs failed and why, sets one on its way again, or says that it is well as it is. */
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import type { HubStore, SystemWrite, Tenant } from "../storage/index.ts"
import { findLine, type JobLine, type JobsAsked, listJobs, markDismissed, requeue } from "./desk-store.ts"

const NOTE_MAX = 500

export interface JobsDesk {
  list(asked: JobsAsked): Promise<JobLine[]>
  /** Its attempts begin anew. `tenant` refuses everybody else's jobs as unknown. */
  retry(id: string, tenant?: Tenant): Promise<JobLine | Refusal>
  /** Keeps the job and its reason, and why nothing more is done about it. */
  dismiss(id: string, note: string, tenant?: Tenant): Promise<JobLine | Refusal>
}

export function createJobsDesk({ store, log }: { readonly store: HubStore; readonly log: Log }): JobsDesk {
  const change = (id: string, tenant: Tenant | undefined, act: (tx: SystemWrite, line: JobLine) => Promise<boolean>) =>
    store.system.write(async (tx): Promise<JobLine | Refusal> => {
      const line = await findLine(tx, id, tenant)
      if (!line) return refuse("NOT_FOUND", `There is no job ${id}.`)
      if (!(await act(tx, line))) return refuse("CONFLICT", whyNot(line))
      return (await findLine(tx, id, tenant)) ?? line
    })
  return {
    list: (asked) => store.system.read((scope) => listJobs(scope, asked)),
    async retry(id, tenant) {
      const line = await change(id, tenant, requeue)
      if (!isRefusal(line)) log.info({ jobId: id, kind: line.kind }, "a job was set on its way again by hand")
      return line
    },
    async dismiss(id, text, tenant) {
      const note = text.trim()
      if (note === "" || note.length > NOTE_MAX) {
        return invalid({ path: "note", message: `must say why, in 1 to ${NOTE_MAX} characters` })
      }
      const line = await change(id, tenant, (tx) => markDismissed(tx, id, note))
      if (!isRefusal(line)) log.info({ jobId: id, kind: line.kind, note }, "a job was dismissed by hand")
      return line
    },
  }
}

function whyNot({ id, status, dismissed }: JobLine): string {
  if (dismissed) return `The job ${id} was dismissed at ${dismissed.at}: ${dismissed.note}`
  return `The job ${id} is ${status}; only failed and dead ones ask for a person.`
}
