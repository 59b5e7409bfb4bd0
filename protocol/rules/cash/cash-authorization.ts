/** Applies a supervisor's approval to a cash close, whichever of the two arrives first (docs/contract/cash.md#cash-record). */
import type { CashAuthorization } from "../../shapes/cash-authorization.ts"
import type { CashReconciliation } from "../../shapes/cash-close.ts"

/** What is known about an authorization token: who approved it, and for which close it was used. */
export interface Approval {
  readonly authorization: CashAuthorization | null
  readonly used: string | null
}

export const NOT_APPROVED: Approval = { authorization: null, used: null }

/** What one approval covers: a shift in all its currencies, or one count of a day. */
export function usedFor({ sessionExternalId, id }: Pick<CashReconciliation, "sessionExternalId" | "id">): string {
  return sessionExternalId ?? id
}

/**
 * Returns the record with its approval. Returns the same record when its token is another one, when it is approved already, or when the
 * approval was used for another shift.
 */
export function authorize(
  record: CashReconciliation,
  { authorization, used }: Approval,
  now: string,
): CashReconciliation {
  if (authorization === null || record.details.authorization !== null) return record
  if (authorization.authorizationTokenId.toLowerCase() !== record.authorizationTokenId?.toLowerCase()) return record
  if (used !== null && used !== usedFor(record)) return record
  const { approvedBy: approved_by, approvedAt: approved_at } = authorization
  return { ...record, updatedAt: now, details: { ...record.details, authorization: { approved_by, approved_at } } }
}

/** Applies a late approval to the closes that name its token, oldest first. Only the first shift is approved, in all its currencies. */
export function authorizeAll(
  closes: readonly CashReconciliation[],
  authorization: CashAuthorization,
): { readonly approved: readonly CashReconciliation[]; readonly used: string | null } {
  const used = closes[0] ? usedFor(closes[0]) : null
  const approved = closes
    .map((record) => authorize(record, { authorization, used }, authorization.approvedAt))
    .filter((record, index) => record !== closes[index])
  return { approved, used }
}
