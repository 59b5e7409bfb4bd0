/** Applies a store's operations about drawers, in the transaction of the batch: shifts, openings, approvals. */
import { mergeShift } from "../../protocol/rules/cash/cash-shift.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { DrawerOpened, Shift } from "../../protocol/shapes/shift.ts"
import type { TenantWrite } from "../storage/index.ts"
import { saveApproval } from "./authorize-cash.ts"
import { findShift, saveOpening, saveShift } from "./shifts-store.ts"

export async function applyShift(tx: TenantWrite, shift: Shift): Promise<null> {
  await saveShift(tx, mergeShift(await findShift(tx, shift.storeId, shift.shiftId), shift))
  return null
}

export async function applyOpening(tx: TenantWrite, storeId: string, opening: DrawerOpened): Promise<null> {
  await saveOpening(tx, storeId, opening)
  return null
}

export async function applyAuthorized(tx: TenantWrite, authorization: CashAuthorization): Promise<null> {
  await saveApproval(tx, authorization)
  return null
}
