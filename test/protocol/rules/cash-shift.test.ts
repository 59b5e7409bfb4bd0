import { expect, it } from "vitest"
import { mergeShift } from "../../../protocol/rules/cash-shift.ts"
import type { Shift } from "../../../protocol/shapes/shift.ts"
import { anId, NOON, STORE_ID } from "../../kit/orders.ts"

const shift: Shift = {
  shiftId: anId(),
  storeId: STORE_ID,
  businessDayDate: "2026-11-21",
  terminalUid: "pos-1",
  operatorUid: "ana",
  operatorName: "Ana",
  currency: "USD",
  openingBalance: 100,
  openedAt: NOON,
  closedAt: null,
  withdrawals: [],
}
const drop = (amount: number) => ({
  withdrawalId: anId(),
  amount,
  category: "SAFE_DROP" as const,
  withdrawnAt: NOON,
  authorizerName: null,
  notes: null,
})

it("is what the store tells, the first time and every time after", () => {
  expect(mergeShift(null, shift)).toEqual(shift)
  const later = { ...shift, withdrawals: [drop(5)], closedAt: NOON }
  expect(mergeShift(shift, later)).toEqual(later)
  expect(mergeShift(later, later)).toEqual(later)
})

it("loses neither a withdrawal nor the close to a box that was restored", () => {
  const [before, after] = [drop(5), drop(7)]
  const known = { ...shift, withdrawals: [before], closedAt: NOON }
  expect(mergeShift(known, { ...shift, withdrawals: [after] })).toEqual({ ...known, withdrawals: [before, after] })
})
