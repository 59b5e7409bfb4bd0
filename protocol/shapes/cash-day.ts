/** Cash reconciliation of a business day (version 1) and its list query (docs/contract/cash.md#cash-reconciliations-version-1). */
import Type, { type Static } from "typebox"
import { CashAmount, CashReason } from "./cash-close.ts"
import { PAGE_QUERY } from "./page.ts"
import { personal, secret } from "./privacy.ts"
import { CurrencyCode, LocalDate, ShortText, Uuid } from "./scalars.ts"

const NOTES_CHARS_MAX = 2000
/** Largest page and default, far more than a store counts in a day, so that one page holds a day. */
export const LIST_SIZE_MAX = 1000

/** `declaredCash` is the counted cash without the float. */
export const CashDayRequest = Type.Object({
  storeId: Uuid,
  businessDayDate: Type.Optional(LocalDate),
  /** Left out: the whole store-day. */
  operatorUid: Type.Optional(ShortText),
  currency: CurrencyCode,
  declaredCash: CashAmount,
  reason: CashReason,
  notes: Type.Optional(personal(Type.String({ maxLength: NOTES_CHARS_MAX }))),
  authorizationTokenId: Type.Optional(secret(Uuid)),
})
export type CashDayRequest = Static<typeof CashDayRequest>

/** Reconciliations of one day, or of a range of days, both ends included. */
export const CashListQuery = Type.Object({
  storeId: Uuid,
  businessDayDate: Type.Optional(LocalDate),
  operatorUid: Type.Optional(ShortText),
  from: Type.Optional(LocalDate),
  to: Type.Optional(LocalDate),
  page: PAGE_QUERY.page,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_SIZE_MAX, default: LIST_SIZE_MAX })),
})
export type CashListQuery = Static<typeof CashListQuery>
