/** Reads the state of the store's own emission points for the manager's page: numbers left, and why none can be given now. */
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
  const failure = refuseWhileWaiting(tx, agrees)
  return { is: failure ? "failing" : "on", reason: failure?.message ?? null, points: [...numbers.points] }
}
