/**
 * Answers a poll that changes nothing, without a lock and without a transaction, from the last committed row. Most polls are such.
 * The answer is as good as one that was given a moment earlier and arrived late.
 */
import { stepHub } from "../../protocol/sync/hub-side.ts"
import type { Pull, Takes } from "../../protocol/sync/messages.ts"
import type { HubStore } from "../storage/index.ts"
import { type DownlinkMessage, downTo } from "./downlink-message.ts"
import { isOnlyLastSeen, readPolled } from "./sync-state-store.ts"

interface IdlePollDeps {
  readonly store: HubStore
  readonly takes: Takes
  /** `heardAt`: an ISO moment. */
  readonly noteSeen: (storeId: string, heardAt: string) => void
}

/** Returns null when there is more to do: then the poll is a step like any other message. */
export function answerIdlePoll(
  deps: IdlePollDeps,
  storeId: string,
  message: Pull,
): Promise<readonly DownlinkMessage[] | null> {
  const { store, takes, noteSeen } = deps
  return store.system.read(async (scope) => {
    const kept = await readPolled(scope, storeId, message.after)
    if (kept === null) return null
    const input = { is: "pull", message, markAt: kept.markAt } as const
    const { state, effects } = stepHub(kept.line, input, Date.parse(scope.now))
    const [offer, ...others] = effects
    if (offer?.do !== "offer" || others.length > 0) return null
    if (message.after < state.downHead || !isOnlyLastSeen(kept.line, state)) return null
    noteSeen(storeId, scope.now)
    const { re, epoch, standing, current, applied, mark, after, session, hubTime } = offer.message
    const answer = { takes, re, epoch, standing, current, applied, mark, after, head: state.downHead, ops: [] }
    return [downTo(storeId, { ...answer, session, hubTime })]
  })
}
