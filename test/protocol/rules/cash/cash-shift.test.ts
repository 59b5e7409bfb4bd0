import { describe, expect, it, test } from "vitest"
import { cashOfShift, type MoneyMove, markShifts } from "../../../../protocol/rules/cash/cash-moves.ts"
import { mergeShift, shiftOfMove } from "../../../../protocol/rules/cash/cash-shift.ts"
import type { Shift } from "../../../../protocol/shapes/shift.ts"
import { anId, aSettledOrder, aTender, NOON, STORE_ID } from "../../../kit/orders.ts"

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

it("mergeShift stores every report of the store", () => {
  expect(mergeShift(null, shift)).toEqual(shift)
  const later = { ...shift, withdrawals: [drop(5)], closedAt: NOON }
  expect(mergeShift(shift, later)).toEqual(later)
  expect(mergeShift(later, later)).toEqual(later)
})

it("mergeShift keeps withdrawals and the close when a restored box reports an older state", () => {
  const [before, after] = [drop(5), drop(7)]
  const known = { ...shift, withdrawals: [before], closedAt: NOON }
  expect(mergeShift(known, { ...shift, withdrawals: [after] })).toEqual({ ...known, withdrawals: [before, after] })
})

describe("shift of a money move", () => {
  const openShift = (shiftId: string, operatorUid: string, terminalUid: string, openedAt = NOON) => ({
    shiftId,
    operatorUid,
    terminalUid,
    openedAt,
  })
  const open = [openShift("ana-2", "ana", "pos-2"), openShift("leo-1", "leo", "pos-1")]
  const move = (operatorUid: string | null, amount: number): MoneyMove => ({
    key: "tender t-1",
    shiftId: null,
    at: NOON,
    operatorUid,
    method: "CASH",
    currency: "USD",
    amount,
  })
  const here = { register: "pos-1", atHub: false }
  const elsewhere = { register: null, atHub: false }

  test.each([
    ["taken by a cashier is theirs, at whichever register", move("ana", 1), here, "ana-2"],
    ["taken by nobody named is the register's", move(null, 1), here, "leo-1"],
    ["taken by a cashier without a shift is the register's", move("eva", 1), here, "leo-1"],
    ["taken by a cashier without a shift at no register is nobody's", move("eva", 1), elsewhere, null],
    ["given back at a register leaves its drawer", move("ana", -1), here, "leo-1"],
    ["given back elsewhere leaves the drawer of who took it", move("ana", -1), elsewhere, "ana-2"],
  ])("money %s", (_case, money, madeAt, shiftId) => {
    expect(shiftOfMove(money, open, madeAt)).toBe(shiftId)
  })

  it("is the one at the register when the cashier has two", () => {
    const two = [openShift("ana-2", "ana", "pos-2"), openShift("ana-1", "ana", "pos-1")]
    expect(shiftOfMove(move("ana", 1), two, here)).toBe("ana-1")
  })

  it("is none when the hub made the move before the shift was opened", () => {
    const later = [openShift("ana-1", "ana", "pos-1", "2026-11-21T23:00:00.000Z")]
    expect(shiftOfMove(move("ana", 1), later, { register: null, atHub: true })).toBe(null)
    expect(shiftOfMove(move("ana", 1), open, { register: null, atHub: true })).toBe("ana-2")
  })
})

describe("order with the shifts of its money moves", () => {
  const paid = aSettledOrder({}, [aTender({ transaction_id: "t-1" })])

  it("keeps the first shift of a move and adds a later one for a refund", () => {
    const sold = markShifts(null, paid, () => "morning")
    expect(cashOfShift([sold], { shiftId: "morning", currency: "USD" })).toBe(65_000)
    const returned = markShifts(sold, { ...sold, status: "CANCELLED" }, () => "evening")
    expect(cashOfShift([returned], { shiftId: "morning", currency: "USD" })).toBe(65_000)
    expect(cashOfShift([returned], { shiftId: "evening", currency: "USD" })).toBe(-65_000)
  })

  it("gets no shift when none was open, also not by a later change", () => {
    const sold = markShifts(null, paid, () => null)
    expect(sold).toBe(paid)
    expect(markShifts(sold, { ...sold, orderCode: "A-2" }, () => "evening").moneyShifts).toBe(undefined)
  })
})
