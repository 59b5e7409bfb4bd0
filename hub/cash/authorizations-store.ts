/** Supervisors' approvals, and the close that used each. */
import { type Approval, approvalScope, NOT_APPROVED } from "../../protocol/rules/cash/cash-authorization.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export async function findApproval(scope: TenantRead, storeId: string, token: string | undefined): Promise<Approval> {
  if (token === undefined) return NOT_APPROVED
  const row = await scope
    .select("cash_authorization")
    .select(["record", "used_by"])
    .where("store_id", "=", storeId)
    .where("authorization_token_id", "=", token.toLowerCase())
    .executeTakeFirst()
  return row ? { authorization: JSON.parse(row.record), usedFor: row.used_by } : NOT_APPROVED
}

/** The first approval of a token counts. */
export async function insertAuthorization(tx: TenantWrite, authorization: CashAuthorization): Promise<void> {
  const { storeId, authorizationTokenId } = authorization
  const row = { store_id: storeId, authorization_token_id: authorizationTokenId, record: JSON.stringify(authorization) }
  await tx
    .insert("cash_authorization", { ...row, used_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks an approval as used by the record that carries it. */
export async function markUsed(tx: TenantWrite, record: CashReconciliation): Promise<void> {
  if (record.authorizationTokenId === null || record.details.authorization === null) return
  await tx
    .update("cash_authorization")
    .set({ used_by: approvalScope(record) })
    .where("store_id", "=", record.storeId)
    .where("authorization_token_id", "=", record.authorizationTokenId.toLowerCase())
    .execute()
}
