/**
 * Gathers what callers of one tenant want written. What arrives while a group is being written waits and is the next group, so a busy
 * hub spends one transaction on dozens of requests, and an idle one answers at once.
 */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { Tenant } from "./tenant.ts"

/** Groups of one tenant that are written at once: while one waits for the disk, or PostgreSQL, the next is read and written. */
const GROUPS_AT_ONCE = 2
/** So many must wait for a further group to begin beside one that is being written: many small ones would cost more than they win. */
const FURTHER_FROM = 16

interface GroupCommitOptions<Given, Answer> {
  /** Of one transaction. */
  readonly groupMax: number
  /** One transaction; an answer for each, in their order. */
  readonly write: (tenant: Tenant, group: readonly Given[]) => Promise<readonly Answer[]>
}

export type GroupCommit<Given, Answer> = (tenant: Tenant, given: Given) => Promise<Answer>

interface Waiting<Given, Answer> {
  readonly given: Given
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

interface Line<Given, Answer> {
  readonly waiting: Waiting<Given, Answer>[]
  pumps: number
}

export function createGroupCommit<Given, Answer>({
  groupMax,
  write,
}: GroupCommitOptions<Given, Answer>): GroupCommit<Given, Answer> {
  const lines = new Map<string, Line<Given, Answer>>()

  const admit = async (tenant: Tenant, group: readonly Waiting<Given, Answer>[]) => {
    try {
      const answers = await write(
        tenant,
        group.map(({ given }) => given),
      )
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      // One that cannot be written must not take the others with it.
      const alone = group.length > 1 && !(error instanceof StoreUnavailable)
      for (const one of group) alone ? await admit(tenant, [one]) : one.reject(error)
    }
  }

  const pump = async (name: string, tenant: Tenant, line: Line<Given, Answer>) => {
    line.pumps += 1
    await nextLoopTurn()
    while (line.waiting.length > 0) await admit(tenant, line.waiting.splice(0, groupMax))
    line.pumps -= 1
    if (line.pumps === 0) lines.delete(name)
  }

  return ({ accountId, vendorId }, given) =>
    new Promise((resolve, reject) => {
      const name = JSON.stringify([accountId, vendorId])
      const line = lines.get(name) ?? { waiting: [], pumps: 0 }
      lines.set(name, line)
      line.waiting.push({ given, resolve, reject })
      const mayBegin = line.pumps === 0 || (line.pumps < GROUPS_AT_ONCE && line.waiting.length >= FURTHER_FROM)
      if (mayBegin) void pump(name, { accountId, vendorId }, line)
    })
}

/** What one turn of the event loop brings belongs together. */
function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
