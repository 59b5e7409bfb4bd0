/** Finds the float that a closed shift left for the next one: its withdrawals as SHIFT_HANDOVER. */
import { scaleMajor, sum, toMajor } from "../../protocol/money.ts"
import type { BoxTx } from "../storage/index.ts"
import { latestClosedShift } from "./shifts/index.ts"

interface Handover {
  /** Major units. */
  readonly amount: number
  readonly currency: string
  readonly from: string
  readonly at: string
}

/** In the shift's own currency. Returns null if the register's last shift is still open or left nothing. */
export function floatHandoverTo(tx: BoxTx, terminalUid: string): Handover | null {
  const shift = latestClosedShift(tx, terminalUid)
  const left = shift?.withdrawals.filter(
    ({ category, currency = shift.currency }) => category === "SHIFT_HANDOVER" && currency === shift.currency,
  )
  if (!shift?.closedAt || !left?.length) return null
  const amount = toMajor(sum(left.map((withdrawal) => scaleMajor(withdrawal.amount) ?? 0)))
  return { amount, currency: shift.currency, from: shift.operatorName, at: shift.closedAt }
}
