/** What a supervisor's approval does to a cash close, whichever of the two came first (docs/contract/cash.md#cash-record). */
import type { CashAuthorization } from "../../shapes/cash-authorization.ts"
import type { CashReconciliation } from "../../shapes/cash-close.ts"

/** What is known of a token: who approved it, and for which close it was used. */
export interface Approval {
  readonly authorization: CashAuthorization | null
  readonly used: string | null
}

export const NOT_APPROVED: Approval = { authorization: null, used: null }

/** What one approval is good for: all currencies of one shift, or one count of a day. */
export function usedFor({ sessionExternalId, id }: Pick<CashReconciliation, "sessionExternalId" | "id">): string {
  return sessionExternalId ?? id
}

/**
 * The record with its approval. The same record when its token is another, when it is approved already, or when the approval was used
 * for another shift: then it still stands as one that wants an approval.
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

/** What a late approval does to the closes that name its token, the first first: one of them is approved, in all its currencies. */
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
