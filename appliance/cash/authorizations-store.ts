/** Supervisors' approvals on the box's disk, each with the close that used it. */
import { type Approval, approvalScope, NOT_APPROVED } from "../../protocol/rules/cash/cash-authorization.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import type { BoxTx } from "../storage/index.ts"

export function findApproval({ db }: BoxTx, token: string | undefined): Approval {
  if (token === undefined) return NOT_APPROVED
  const row = db
    .prepare<[string], { body: string; used: string | null }>(
      "SELECT body, used_by AS used FROM cash_authorization WHERE authorization_token_id = ?",
    )
    .get(token.toLowerCase())
  return row ? { authorization: JSON.parse(row.body), usedFor: row.used } : NOT_APPROVED
}

export function saveAuthorization({ db }: BoxTx, authorization: CashAuthorization): void {
  db.prepare("INSERT INTO cash_authorization (authorization_token_id, body) VALUES (?, ?)").run(
    authorization.authorizationTokenId,
    JSON.stringify(authorization),
  )
}

/** Marks the approval of a close as used, if the close has one. */
export function markUsed({ db }: BoxTx, record: CashReconciliation): void {
  if (record.authorizationTokenId === null || record.details.authorization === null) return
  db.prepare("UPDATE cash_authorization SET used_by = ? WHERE authorization_token_id = ?").run(
    approvalScope(record),
    record.authorizationTokenId.toLowerCase(),
  )
}
