/**
 * A supervisor's approval of a cash close, named by `authorizationTokenId` (docs/contract/cash.md#cash-reconciliations-version-1,
 * docs/contract/cash.md#cash-reconciliations-version-2).
 */
import Type, { type Static } from "typebox"
import { personal, secret } from "./privacy.ts"
import { Instant, ShortText, Uuid } from "./scalars.ts"

export const CashAuthorization = Type.Object({
  authorizationTokenId: secret(Uuid),
  storeId: Uuid,
  /** Name or id of a person. */
  approvedBy: personal(ShortText),
  approvedAt: Instant,
})
export type CashAuthorization = Static<typeof CashAuthorization>
