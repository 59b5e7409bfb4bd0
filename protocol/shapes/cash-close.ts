/** Cash reconciliation of a shift (version 2) and its record (docs/contract/cash.md#cash-reconciliations-version-2). */
import Type, { type Static } from "typebox"
import { personal, secret } from "./privacy.ts"
import { CurrencyCode, Instant, LocalDate, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

const WITHDRAWALS_MAX = 100

export const CashReason = oneOf(
  "WRONG_CHANGE_GIVEN",
  "COUNTING_ERROR",
  "INCOMPLETE_CUSTOMER_PAYMENT",
  "MINOR_UNIDENTIFIED_DIFFERENCE",
  "THEFT_SUSPECTED",
  "UNRECORDED_PAYMENT",
  "OTHER",
)
export type CashReason = Static<typeof CashReason>

export const WithdrawalCategory = oneOf("SAFE_DROP", "BANK_DEPOSIT", "PAID_OUT", "TIP_OUT", "SHIFT_HANDOVER", "OTHER")
export type WithdrawalCategory = Static<typeof WithdrawalCategory>

/** An amount as text; zeros may follow the two decimals. */
const CashText = Type.String({ pattern: "^\\d{1,12}(\\.\\d{1,4})?$" })

/** Counted cash in major units; its decimals are checked when it is scaled. */
export const CashAmount = Type.Union([Type.Number({ minimum: 0 }), CashText], {
  description: "an amount of 0 or more: a number, or a decimal string with at most 2 decimals",
})

const TakenAmount = Type.Union([Type.Number({ exclusiveMinimum: 0 }), CashText], {
  description: "an amount above 0: a number, or a decimal string with at most 2 decimals",
})

/** Money that was taken out of the drawer, in the request. */
const WithdrawalRequest = Type.Object({
  amount: TakenAmount,
  category: WithdrawalCategory,
  withdrawnAt: Type.Optional(Instant),
  authorizerUid: Type.Optional(Type.String()),
  authorizerName: Type.Optional(personal(Type.String())),
  notes: Type.Optional(personal(Type.String({ maxLength: 500 }))),
})

export const CashCloseRequest = Type.Object({
  storeId: Type.String({ minLength: 1 }),
  currency: CurrencyCode,
  sessionExternalId: ShortText,
  declaredCash: CashAmount,
  openingBalance: CashAmount,
  shiftStart: Instant,
  shiftEnd: Instant,
  reason: CashReason,
  withdrawals: Type.Optional(Type.Array(WithdrawalRequest, { maxItems: WITHDRAWALS_MAX })),
  businessDayDate: Type.Optional(LocalDate),
  operatorUid: Type.Optional(ShortText),
  operatorName: Type.Optional(personal(ShortText)),
  terminalUid: Type.Optional(ShortText),
  notes: Type.Optional(personal(Type.String({ maxLength: 2000 }))),
  authorizationTokenId: Type.Optional(secret(Uuid)),
})
export type CashCloseRequest = Static<typeof CashCloseRequest>

const Withdrawal = Type.Object({
  amount: Type.Number(),
  category: WithdrawalCategory,
  withdrawn_at: nullable(Instant),
  authorizer_uid: nullable(Type.String()),
  authorizer_name: personal(nullable(Type.String())),
  notes: personal(nullable(Type.String())),
})

/** The stored record. Amounts are in major units (docs/contract/conventions.md#amounts). */
export const CashReconciliation = Type.Object({
  id: Uuid,
  apiVersion: Type.Integer(),
  accountId: Type.String(),
  vendorId: nullable(Type.String()),
  storeId: Uuid,
  businessDayDate: LocalDate,
  currency: CurrencyCode,
  operatorUid: nullable(Type.String()),
  systemCash: Type.Number(),
  declaredCash: Type.Number(),
  discrepancy: Type.Number(),
  discrepancyType: oneOf("MATCH", "SHORTAGE", "OVERAGE"),
  authorizationTokenId: secret(nullable(Uuid)),
  reportedBy: Type.String(),
  reportedAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  sessionExternalId: nullable(Type.String()),
  terminalUid: nullable(Type.String()),
  openingBalance: nullable(Type.Number()),
  withdrawalsTotal: nullable(Type.Number()),
  shiftStart: nullable(Instant),
  shiftEnd: nullable(Instant),
  details: Type.Object({
    reason: CashReason,
    notes: personal(nullable(Type.String())),
    post_close: Type.Boolean(),
    authorization: nullable(Type.Object({ approved_by: personal(Type.String()), approved_at: Instant })),
    opening_balance: Type.Optional(Type.Number()),
    operator_name: Type.Optional(personal(nullable(Type.String()))),
    withdrawals: Type.Optional(Type.Array(Withdrawal)),
  }),
})
export type CashReconciliation = Static<typeof CashReconciliation>
