/** A supervisor's word for a cash close: what an `authorizationTokenId` stands for (document 2, *Cash reconciliations v1*, *v2*). */
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
