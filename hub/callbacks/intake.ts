/**
 * The door for reports. What arrives while a group is being written waits and is the next group, so a busy hub spends one
 * transaction on dozens of reports, and an idle one answers at once. A group is one tenant's.
 */
import type { Ids } from "../../protocol/runtime/ids.ts"
import { StoreUnavailable } from "../../protocol/runtime/store-errors.ts"
import type { HubStore, Tenant } from "../storage/index.ts"
import { type Accepted, acceptGroup } from "./accept.ts"
import type { Incoming } from "./incoming.ts"

/** Reports in one transaction. */
const GROUP_MAX = 128
/** Groups of one tenant that are written at once: while one waits for the disk, or PostgreSQL, the next is read and written. */
const GROUPS_AT_ONCE = 2
/** So many must wait for a further group to begin beside one that is being written: many small ones would cost more than they win. */
const FURTHER_FROM = 16

export type Accept = (tenant: Tenant, incoming: Incoming) => Promise<Accepted>

interface Waiting {
  readonly incoming: Incoming
  readonly resolve: (answer: Accepted) => void
  readonly reject: (error: unknown) => void
}

interface Line {
  readonly waiting: Waiting[]
  pumps: number
}

export function createIntake({ store, ids }: { store: HubStore; ids: Ids }): Accept {
  const lines = new Map<string, Line>()

  const write = (tenant: Tenant, group: readonly Incoming[]) => store.write(tenant, (tx) => acceptGroup(tx, ids, group))

  const admit = async (tenant: Tenant, group: readonly Waiting[]) => {
    try {
      const answers = await write(
        tenant,
        group.map(({ incoming }) => incoming),
      )
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Accepted)
    } catch (error) {
      // One that cannot be written must not take the others with it.
      const alone = group.length > 1 && !(error instanceof StoreUnavailable)
      for (const one of group) alone ? await admit(tenant, [one]) : one.reject(error)
    }
  }

  const pump = async (name: string, tenant: Tenant, line: Line) => {
    line.pumps += 1
    await nextLoopTurn()
    while (line.waiting.length > 0) await admit(tenant, line.waiting.splice(0, GROUP_MAX))
    line.pumps -= 1
    if (line.pumps === 0) lines.delete(name)
  }

  return ({ accountId, vendorId }, incoming) =>
    new Promise((resolve, reject) => {
      const name = JSON.stringify([accountId, vendorId])
      const line = lines.get(name) ?? { waiting: [], pumps: 0 }
      lines.set(name, line)
      line.waiting.push({ incoming, resolve, reject })
      const mayBegin = line.pumps === 0 || (line.pumps < GROUPS_AT_ONCE && line.waiting.length >= FURTHER_FROM)
      if (mayBegin) void pump(name, { accountId, vendorId }, line)
    })
}

/** What one turn of the event loop brings belongs together. */
function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
