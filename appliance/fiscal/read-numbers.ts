/** What the manager's page shows of the store's own points: how many numbers are left, and why none is given now. */
import { numbersLeft } from "../../protocol/rules/fiscal/numbers-left.ts"
import type { FiscalState } from "../../protocol/shapes/store-state.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { lastSequence } from "./requests-store.ts"
import { refuseWhileWaiting } from "./wait-for-sequences.ts"

export function readNumbers(tx: BoxTx, agrees: () => boolean): FiscalState {
  const numbers = numbersLeft(requireConfig(tx).store, (key) => lastSequence(tx, key), tx.now)
  if (numbers.is === "failing") return { is: "failing", reason: numbers.failure.message, points: [] }
  if (numbers.is === "off") return { is: "off", reason: null, points: [] }
  const waits = refuseWhileWaiting(tx, agrees)
  return { is: waits ? "failing" : "on", reason: waits?.message ?? null, points: [...numbers.points] }
}
