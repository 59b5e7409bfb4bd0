/**
 * A supervisor's word for a cash close: what an `authorizationTokenId` stands for (docs/contract/cash.md#cash-reconciliations-version-1,
 * docs/contract/cash.md#cash-reconciliations-version-2).
 */
import Type, { type Static } from "typebox"
import { Instant, ShortText, Uuid } from "./scalars.ts"

export const CashAuthorization = Type.Object({
  authorizationTokenId: Uuid,
  storeId: Uuid,
  /** A person, by name or id. */
  approvedBy: ShortText,
  approvedAt: Instant,
})
export type CashAuthorization = Static<typeof CashAuthorization>
