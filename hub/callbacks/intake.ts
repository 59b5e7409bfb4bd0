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

export type Accept = (tenant: Tenant, incoming: Incoming) => Promise<Accepted>

interface Waiting {
  readonly incoming: Incoming
  readonly resolve: (answer: Accepted) => void
  readonly reject: (error: unknown) => void
}

export function createIntake({ store, ids }: { store: HubStore; ids: Ids }): Accept {
  const lines = new Map<string, Waiting[]>()

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

  const pump = async (name: string, tenant: Tenant, line: Waiting[]) => {
    await nextLoopTurn()
    while (line.length > 0) await admit(tenant, line.splice(0, GROUP_MAX))
    lines.delete(name)
  }

  return ({ accountId, vendorId }, incoming) =>
    new Promise((resolve, reject) => {
      const name = JSON.stringify([accountId, vendorId])
      const waiting = { incoming, resolve, reject }
      const line = lines.get(name)
      if (line) return void line.push(waiting)
      const fresh = [waiting]
      lines.set(name, fresh)
      void pump(name, { accountId, vendorId }, fresh)
    })
}

/** What one turn of the event loop brings belongs together. */
function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
