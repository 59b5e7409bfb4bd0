/** Records money taken out of the drawer during a shift (safe drop, pay-out and the like) and opens the drawer. */
import type { withdrawCash as endpoint } from "../../protocol/http/register.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import { WITHDRAWALS_MAX } from "../../protocol/rules/cash/cash-close.ts"
import { withdrawalFault, withdrawalLimit } from "../../protocol/rules/cash/withdrawal.ts"
import { requireConfig } from "../catalog/index.ts"
import type { Drawer } from "../printing/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { findShift, saveShift } from "./shifts/index.ts"

export const withdrawCashHandler =
  ({ drawer, outbox }: { drawer: Drawer; outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const shift = findShift(tx, params.shiftId)
    if (shift?.terminalUid !== caller.keyId) return refuse("NOT_FOUND", "There is no such shift at this register.")
    if (shift.withdrawals.some(({ withdrawalId }) => withdrawalId === body.withdrawalId)) {
      return { status: 200, data: shift }
    }
    if (shift.closedAt) return refuse("CONFLICT", "This shift is closed already.")
    if (shift.withdrawals.length >= WITHDRAWALS_MAX) {
      return refuse("CONFLICT", `A shift takes at most ${WITHDRAWALS_MAX} withdrawals; close it and open another.`)
    }
    const fault = withdrawalFault(body, withdrawalLimit(requireConfig(tx).store, body.currency ?? shift.currency))
    if (fault) return invalid(fault)
    const authorizer = caller.authoriser ?? caller.staff
    const withdrawal = {
      withdrawalId: body.withdrawalId,
      amount: body.amount,
      ...(body.currency !== undefined && { currency: body.currency }),
      category: body.category,
      withdrawnAt: tx.now,
      ...(authorizer && { authorizerUid: authorizer.id }),
      authorizerName: authorizer?.name ?? body.authorizerName ?? null,
      notes: body.notes ?? null,
    }
    const next = { ...shift, withdrawals: [...shift.withdrawals, withdrawal] }
    saveShift(tx, next)
    outbox.record(tx, { kind: "shift.changed", body: { shift: next } })
    drawer.open(tx, { reason: body.category, by: caller.actor })
    return { status: 201, data: next }
  }
