/** Batches reports: those of one tenant that arrive together are accepted in one transaction. */
import type { Ids } from "../../runtime/ids.ts"
import { createGroupCommit, type GroupCommit, type HubStore } from "../storage/index.ts"
import { type Accepted, acceptGroup, type ImmediateOutcome } from "./accept-reports.ts"
import type { IncomingReport } from "./incoming-report.ts"

/** Reports in one transaction. */
const GROUP_MAX = 128

export type Accept = GroupCommit<IncomingReport, Accepted>

interface BatchReportsDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly atOnce: ImmediateOutcome
}

export function createIntake({ store, ids, atOnce }: BatchReportsDeps): Accept {
  return createGroupCommit({
    groupMax: GROUP_MAX,
    write: (tenant, group: readonly IncomingReport[]) => {
      // A single report is queued, also one that has just failed in a batch.
      const accepting = { ids, atOnce: group.length > 1 ? atOnce : {} }
      return store.write(tenant, (tx) => acceptGroup(tx, accepting, group))
    },
  })
}
