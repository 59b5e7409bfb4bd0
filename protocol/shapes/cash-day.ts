/** A cash reconciliation as version 1 asks for it: the net cash of a business day (docs/contract/cash.md#cash-reconciliations-version-1). */
import Type, { type Static } from "typebox"
import { CashAmount, CashReason } from "./cash-close.ts"
import { PAGE_QUERY } from "./page.ts"
import { CurrencyCode, LocalDate, ShortText, Uuid } from "./scalars.ts"

const NOTES_CHARS_MAX = 2000
/** Also what a page holds where no size is asked for: far more than a store counts in a day, so that a day comes whole. */
export const LIST_SIZE_MAX = 1000

/** `declaredCash` with the float taken off. */
export const CashDayRequest = Type.Object({
  storeId: Uuid,
  businessDayDate: Type.Optional(LocalDate),
  /** Left out: the whole store-day. */
  operatorUid: Type.Optional(ShortText),
  currency: CurrencyCode,
  declaredCash: CashAmount,
  reason: CashReason,
  notes: Type.Optional(Type.String({ maxLength: NOTES_CHARS_MAX })),
  authorizationTokenId: Type.Optional(Uuid),
})
export type CashDayRequest = Static<typeof CashDayRequest>

/** Which reconciliations of a store: of one day, or from a day to a day, both in it. */
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
