/**
 * Group commit: writes of one tenant that arrive together share a transaction. While a transaction runs, new writes wait and form the next group. An
 * idle hub writes at once; a busy one needs one transaction for dozens of requests.
 */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { Tenant } from "./tenant.ts"

/** Concurrent transactions per tenant: while one waits for the disk or for PostgreSQL, the next one runs its statements. */
const GROUPS_AT_ONCE = 2
/** This many writes must wait before a second transaction starts beside a running one. Many small transactions would cost more than they save. */
const FURTHER_FROM = 16

interface GroupCommitOptions<Given, Answer> {
  /** Writes per transaction, at most. */
  readonly groupMax: number
  /** Runs one transaction. Returns an answer for each write of the group, in order. */
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
      // A write that fails must not fail the rest of its group: each is tried again alone.
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

/** Waits until the event loop has delivered the requests that arrived together. */
function nextLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
