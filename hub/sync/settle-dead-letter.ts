/** Settles a dead letter: a person applies it again after its cause was fixed, or dismisses it. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"
import {
  countDeadLetters,
  type DeadLetterHead,
  findDeadLetter,
  oldestDeadLetter,
  settleDeadLetter,
} from "./dead-letters-store.ts"
import type { StepDeps } from "./run-step.ts"
import { lockSyncState } from "./sync-state-store.ts"

export type SettleDeadLetter = (
  key: { readonly storeId: string; readonly epoch: string; readonly seq: number },
  how: "replayed" | "dismissed",
  /** Writes the audit entry in the same transaction. */
  writeAudit?: (tx: SystemWrite) => Promise<void>,
) => Promise<{ readonly settled: true } | Refusal>

/** A replay that still cannot be applied changes nothing and returns the reason as CONFLICT. */
export function settleDeadLetterWith(deps: Pick<StepDeps, "store" | "applyUp" | "onDeadLetter">): SettleDeadLetter {
  return (key, how, writeAudit) =>
    deps.store.system.write(async (scope) => {
      // The row lock that every step takes: nobody else may change what the operation is checked against.
      const stored = await lockSyncState(scope, key.storeId)
      const op = await findDeadLetter(asRead(scope), key)
      if (op === null || !(await settleDeadLetter(scope, key, how))) {
        return refuse("NOT_FOUND", "There is no such dead letter, or somebody has settled it.")
      }
      await writeAudit?.(scope)
      if (stored) await deps.onDeadLetter?.(scope, stored.store)
      if (how === "dismissed") return { settled: true }
      if (stored === null) return refuse("NOT_FOUND", "No box was claimed for the store.")
      const reason = await deps.applyUp(scope, stored.store, op)
      return reason === null ? { settled: true } : refuse("CONFLICT", `It still cannot be applied: ${reason}`)
    })
}

/** Returns, in the caller's transaction, how many dead letters wait for a person, and the oldest of them. */
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
