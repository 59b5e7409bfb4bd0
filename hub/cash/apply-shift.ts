/** Takes in what a store tells of its drawers, in the transaction of the batch: shifts, openings, approvals. */
import { mergeShift } from "../../protocol/rules/cash-shift.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { DrawerOpened, Shift } from "../../protocol/shapes/shift.ts"
import type { TenantWrite } from "../storage/index.ts"
import { keepAuthorization } from "./authorize-cash.ts"
import { findShift, saveOpening, saveShift } from "./shifts-store.ts"

/** Answers why the op can never apply, or null once it has. */
export async function applyShift(tx: TenantWrite, storeId: string, shift: Shift): Promise<string | null> {
  if (shift.storeId !== storeId) return `SHIFT_OF_ANOTHER_STORE: ${shift.storeId}`
  await saveShift(tx, mergeShift(await findShift(tx, storeId, shift.shiftId), shift))
  return null
}

export async function applyOpening(tx: TenantWrite, storeId: string, opening: DrawerOpened): Promise<string | null> {
  await saveOpening(tx, storeId, opening)
  return null
}

export async function applyAuthorized(
  tx: TenantWrite,
  storeId: string,
  authorization: CashAuthorization,
): Promise<string | null> {
  if (authorization.storeId !== storeId) return `APPROVAL_OF_ANOTHER_STORE: ${authorization.storeId}`
  await keepAuthorization(tx, authorization)
  return null
}
