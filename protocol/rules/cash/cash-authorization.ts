/** Applies a supervisor's approval to a cash close, whichever of the two arrives first (docs/contract/cash.md#cash-record). */
import type { CashAuthorization } from "../../shapes/cash-authorization.ts"
import type { CashReconciliation } from "../../shapes/cash-close.ts"

/** What is known about an authorization token: who approved it, and for which close it was used. */
export interface Approval {
  readonly authorization: CashAuthorization | null
  readonly usedFor: string | null
}

export const NOT_APPROVED: Approval = { authorization: null, usedFor: null }

/** What one approval covers: a shift in all its currencies, or one count of a day. */
export function approvalScope({ sessionExternalId, id }: Pick<CashReconciliation, "sessionExternalId" | "id">): string {
  return sessionExternalId ?? id
}

/**
 * Returns the record with its approval. Returns the same record when its token is another one, when it is approved already, or when the
 * approval was used for another shift.
 */
export function authorize(
  record: CashReconciliation,
  { authorization, usedFor }: Approval,
  now: string,
): CashReconciliation {
  if (authorization === null || record.details.authorization !== null) return record
  if (authorization.authorizationTokenId.toLowerCase() !== record.authorizationTokenId?.toLowerCase()) return record
  if (usedFor !== null && usedFor !== approvalScope(record)) return record
  const { approvedBy: approved_by, approvedAt: approved_at } = authorization
  return { ...record, updatedAt: now, details: { ...record.details, authorization: { approved_by, approved_at } } }
}

/** Applies a late approval to the closes that name its token, oldest first. Only the first shift is approved, in all its currencies. */
export function authorizeAll(
  closes: readonly CashReconciliation[],
  authorization: CashAuthorization,
): readonly CashReconciliation[] {
  const usedFor = closes[0] ? approvalScope(closes[0]) : null
  return closes
    .map((record) => authorize(record, { authorization, usedFor }, authorization.approvedAt))
    .filter((record, index) => record !== closes[index])
}
