/**
 * Most polls change nothing of a line, and nothing waits for them: those are answered from the row as it was committed last, without a lock and without a
 * transaction. Such an answer says no more than one that was taken a moment earlier and came late.
 */
import { stepHub } from "../../protocol/sync/hub-side.ts"
import type { Pull, Takes } from "../../protocol/sync/messages.ts"
import type { HubStore } from "../storage/index.ts"
import { type DownlinkMessage, downTo } from "./downlink-message.ts"
import { isOnlyLastSeen, readPolled } from "./sync-state-store.ts"

interface IdlePollDeps {
  readonly store: HubStore
  readonly takes: Takes
  /** At an ISO moment. */
  readonly noteHeard: (storeId: string, heardAt: string) => void
}

/** Null where there is more to do: then it is a step of the line as any other. */
export function answerIdlePoll(
  deps: IdlePollDeps,
  storeId: string,
  message: Pull,
): Promise<readonly DownlinkMessage[] | null> {
  const { store, takes, noteHeard } = deps
  return store.system.read(async (scope) => {
    const kept = await readPolled(scope, storeId, message.after)
    if (kept === null) return null
    const input = { is: "pull", message, markAt: kept.markAt } as const
    const { line, effects } = stepHub(kept.line, input, Date.parse(scope.now))
    const [offer, ...others] = effects
    if (offer?.do !== "offer" || others.length > 0) return null
    if (message.after < line.downHead || !isOnlyLastSeen(kept.line, line)) return null
    noteHeard(storeId, scope.now)
    const { re, epoch, standing, current, applied, mark, after, session, hubTime } = offer.message
    const answer = { takes, re, epoch, standing, current, applied, mark, after, head: line.downHead, ops: [] }
    return [downTo(storeId, { ...answer, session, hubTime })]
  })
}
