/** The door for reports: those of one tenant that come together are accepted in one transaction. */
import type { Ids } from "../../protocol/runtime/ids.ts"
import { createGather, type Gather, type HubStore } from "../storage/index.ts"
import { type Accepted, acceptGroup } from "./accept.ts"
import type { Incoming } from "./incoming.ts"

/** Reports in one transaction. */
const GROUP_MAX = 128

export type Accept = Gather<Incoming, Accepted>

export function createIntake({ store, ids }: { store: HubStore; ids: Ids }): Accept {
  return createGather({
    groupMax: GROUP_MAX,
    write: (tenant, group: readonly Incoming[]) => store.write(tenant, (tx) => acceptGroup(tx, ids, group)),
  })
}
