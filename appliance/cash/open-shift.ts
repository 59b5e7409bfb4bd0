/** Opens a cashier's shift with its float. A register has one open shift, and the business day must be open. */
import type { Static } from "typebox"
import type { openShift as endpoint } from "../../protocol/http/register.ts"
import { scaleMajor } from "../../protocol/money.ts"
import { type Fault, invalid, refuse } from "../../protocol/refusals.ts"
import { CASH_DECIMALS } from "../../protocol/rules/cash/cash-close.ts"
import type { Shift } from "../../protocol/shapes/shift.ts"
import { currentDay } from "../business-day/store/index.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { findShift, nextShiftSequence, openShiftOf, saveShift } from "./shifts/index.ts"

export const openShiftHandler =
  ({ outbox }: { outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const known = findShift(tx, body.shiftId)
    if (known) return { status: 200, data: known }
    const day = currentDay(tx)
    if (!day) return refuse("CONFLICT", "Open the business day before the shift.")
    const current = openShiftOf(tx, caller.keyId)
    if (current) {
      return refuse("CONFLICT", `${current.operatorName} has a shift open at this register; close it first.`)
    }
    const faults = floatFaults(body)
    if (faults.length > 0) return invalid(...faults)
    const shift: Shift = {
      ...body,
      storeId: requireConfig(tx).store.id,
      businessDayDate: day.businessDayDate,
      terminalUid: caller.keyId,
      openedAt: tx.now,
      closedAt: null,
      sequence: nextShiftSequence(tx),
      withdrawals: [],
    }
    saveShift(tx, shift)
    outbox.record(tx, { kind: "shift.changed", body: { shift } })
    return { status: 201, data: shift }
  }

function floatFaults({ currency, openingBalance, otherFloats = [] }: Static<(typeof endpoint)["body"]>): Fault[] {
  const tooFine = (amount: number) => scaleMajor(amount, CASH_DECIMALS) === null
  const known = new Set([currency])
  const own = tooFine(openingBalance) ? [{ path: "openingBalance", message: "must have at most 2 decimals" }] : []
  const others = otherFloats.flatMap((float, index) => {
    const isRepeated = known.has(float.currency)
    known.add(float.currency)
    if (isRepeated) return [{ path: `otherFloats.${index}.currency`, message: "has a float already" }]
    if (!tooFine(float.openingBalance)) return []
    return [{ path: `otherFloats.${index}.openingBalance`, message: "must have at most 2 decimals" }]
  })
  return [...own, ...others]
}
