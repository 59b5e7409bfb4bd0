/** Settles a dead letter of the hub: applies it after its cause was fixed, or dismisses it. */
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import type { DeadLetter } from "../../protocol/shapes/store-state.ts"
import type { BoxTx } from "../storage/index.ts"
import { type ApplyOperation, tryOp } from "./apply-operations.ts"
import { findDeadLetter, markSettled, markTried, type Settlement } from "./dead-letters-store.ts"

/** Operations that replace a whole state: an old one that is applied late would undo a newer one. */
const WHOLE_STATES = ["store.configured", "catalog.changed", "menus.synced"]

export function mayRetry({ kind }: Pick<DeadLetter, "kind">): boolean {
  return !WHOLE_STATES.includes(kind)
}

export interface SettleDeadLetterDeps extends Omit<Settlement, "at"> {
  readonly mark: string
}

export function settleDeadLetter(
  tx: BoxTx,
  { mark, as, by, why }: SettleDeadLetterDeps,
  takeIn: ApplyOperation,
): DeadLetter | Refusal<"NOT_FOUND" | "CONFLICT"> {
  const parked = findDeadLetter(tx.db, mark)
  if (!parked) return refuse("NOT_FOUND", "This is not parked, or somebody has settled it.")
  const { body, ...op } = parked
  if (as === "retry") {
    if (!mayRetry(op)) {
      return refuse(
        "CONFLICT",
        "Something newer may be here by now: send it again from headquarters, and put this aside.",
      )
    }
    const reason = tryOp(tx, parked, takeIn)
    if (reason !== null) return refuse("CONFLICT", `It still cannot be taken in: ${reason}`)
  }
  markSettled(tx.db, mark, { as, by, why, at: tx.now })
  return op
}

/** The same, decided at the back office. Nobody waits for an answer, so a failed retry keeps its new reason and is reported. */
export function settleFromHub(tx: BoxTx, { mark, as, by, why }: SettleDeadLetterDeps, takeIn: ApplyOperation): void {
  const parked = findDeadLetter(tx.db, mark)
  if (!parked) return
  const reason = as === "dismiss" ? null : mayRetry(parked) ? tryOp(tx, parked, takeIn) : parked.reason
  if (reason === null) markSettled(tx.db, mark, { as, by, why, at: tx.now })
  else markTried(tx.db, mark, { reason, at: tx.now })
}
