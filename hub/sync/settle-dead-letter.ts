/** Takes a parked op off the desk: applied after all, once its reason is mended, or dismissed by a person. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"
import type { StepDeps } from "./run-step.ts"
import {
  countDeadLetters,
  type DeadLetterHead,
  findDeadLetter,
  oldestDeadLetter,
  settleDeadLetter,
} from "./store-log-store.ts"
import { lockSyncState } from "./sync-state-store.ts"

export type SettleDeadLetter = (
  key: { readonly storeId: string; readonly epoch: string; readonly seq: number },
  how: "replayed" | "dismissed",
  /** Written in the same transaction: who did it. */
  also?: (tx: SystemWrite) => Promise<void>,
) => Promise<{ readonly settled: true } | Refusal>

/** A replay that still cannot apply changes nothing and says why. */
export function settleDeadLetterWith(deps: Pick<StepDeps, "store" | "applyUp" | "onParked">): SettleDeadLetter {
  return (key, how, also) =>
    deps.store.system.write(async (scope) => {
      // As any step of the line: what an op is taken in by may not be written by another meanwhile.
      const kept = await lockSyncState(scope, key.storeId)
      const op = await findDeadLetter(asRead(scope), key)
      if (op === null || !(await settleDeadLetter(scope, key, how))) {
        return refuse("NOT_FOUND", "This is not parked, or somebody has settled it.")
      }
      await also?.(scope)
      if (kept) await deps.onParked?.(scope, kept.place)
      if (how === "dismissed") return { settled: true }
      if (kept === null) return refuse("NOT_FOUND", "The store has no line.")
      const reason = await deps.applyUp(scope, kept.place, op)
      return reason === null ? { settled: true } : refuse("CONFLICT", `It still cannot be applied: ${reason}`)
    })
}

/** In a transaction of the caller's: how much waits for somebody, and the oldest of it. */
export async function deadLettersOfStore(
  scope: SystemWrite,
  storeId: string,
  limit: number,
): Promise<{ readonly total: number; readonly oldest: readonly DeadLetterHead[] }> {
  const { count } = await countDeadLetters(asRead(scope), storeId)
  return { total: count, oldest: await oldestDeadLetter(asRead(scope), storeId, limit) }
}

function asRead({ db, now }: SystemWrite): SystemRead {
  return { db, now }
}
