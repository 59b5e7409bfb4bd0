/** The door for reports: those of one tenant that come together are accepted in one transaction. */
import type { Ids } from "../../runtime/ids.ts"
import { createGather, type Gather, type HubStore } from "../storage/index.ts"
import { type Accepted, type AtOnce, acceptGroup } from "./accept-reports.ts"
import type { Incoming } from "./incoming-report.ts"

/** Reports in one transaction. */
const GROUP_MAX = 128

export type Accept = Gather<Incoming, Accepted>

interface IntakeParts {
  readonly store: HubStore
  readonly ids: Ids
  readonly atOnce: AtOnce
}

export function createIntake({ store, ids, atOnce }: IntakeParts): Accept {
  return createGather({
    groupMax: GROUP_MAX,
    write: (tenant, group: readonly Incoming[]) => {
      // One alone goes by the queue: also one that has just failed among others.
      const accepting = { ids, atOnce: group.length > 1 ? atOnce : {} }
      return store.write(tenant, (tx) => acceptGroup(tx, accepting, group))
    },
  })
}
