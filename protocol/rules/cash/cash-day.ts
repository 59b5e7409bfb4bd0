/** Cash reconciliation of a business day (version 1): the counted cash without float against cash sales (docs/contract/cash.md#cash-reconciliations-version-1). */
import { type Scaled, scaleMajor, toMajor } from "../../money.ts"
import { invalid, type Refusal } from "../../refusals.ts"
import type { CashReconciliation } from "../../shapes/cash-close.ts"
import type { CashDayRequest, CashListQuery } from "../../shapes/cash-day.ts"
import { toMs } from "../../time.ts"
import { DATE_NOT_BEGUN } from "../business-day/business-day.ts"
import { type Approval, authorize, NOT_APPROVED } from "./cash-authorization.ts"
import { CASH_DECIMALS, type CountedDay, discrepancyOf, expectedCash } from "./cash-close.ts"

/** Version 1 has no idempotency key: the same content from the same caller within this time counts as a retry. */
export const REPEAT_MS = 300_000

export interface CashDayCloseInput {
  readonly request: CashDayRequest
  /** Cash sales of the day, of one operator if the request names one; see `cashOfDay`. */
  readonly cashSales: Scaled
  readonly day: CountedDay
  /** Earlier reconciliations of the same day. */
  readonly known: readonly CashReconciliation[]
  /** State of the request's authorization token. */
  readonly approval?: Approval
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly id: string
  readonly reportedBy: string
  readonly now: string
}

/** A retry gets the existing record; `isNew` says whether the record must be stored. */
export function closeCashDay(
  closing: CashDayCloseInput,
): { readonly record: CashReconciliation; readonly isNew: boolean } | Refusal<"VALIDATION_ERROR"> {
  const declared = scaleMajor(closing.request.declaredCash, CASH_DECIMALS)
  if (declared === null) {
    return invalid({ path: "declaredCash", message: "must have at most 2 decimals, up to 1000000000" })
  }
  if (!closing.day.hasBegun) return invalid(DATE_NOT_BEGUN)
  const record = buildRecord(closing, declared)
  const earlier = closing.known.find((known) => isRepeat(known, record))
  if (earlier) return { record: earlier, isNew: false }
  return { record: authorize(record, closing.approval ?? NOT_APPROVED, closing.now), isNew: true }
}

function buildRecord(closing: CashDayCloseInput, declared: Scaled): CashReconciliation {
  const { request, day, tenant, now } = closing
  const expected = expectedCash(closing.cashSales)
  return {
    id: closing.id,
    apiVersion: 1,
    accountId: tenant.accountId,
    vendorId: tenant.vendorId,
    storeId: request.storeId.toLowerCase(),
    businessDayDate: day.businessDayDate,
    currency: request.currency,
    operatorUid: request.operatorUid ?? null,
    systemCash: toMajor(expected),
    declaredCash: toMajor(declared),
    ...discrepancyOf(declared, expected),
    authorizationTokenId: request.authorizationTokenId ?? null,
    reportedBy: closing.reportedBy,
    reportedAt: now,
    createdAt: now,
    updatedAt: now,
    sessionExternalId: null,
    terminalUid: null,
    openingBalance: null,
    withdrawalsTotal: null,
    shiftStart: null,
    shiftEnd: null,
    details: {
      reason: request.reason,
      notes: request.notes ?? null,
      post_close: day.closed,
      authorization: null,
    },
  }
}

const REPEAT_FIELDS = [
  "apiVersion",
  "storeId",
  "businessDayDate",
  "currency",
  "operatorUid",
  "declaredCash",
  "reportedBy",
] as const

function isRepeat(known: CashReconciliation, record: CashReconciliation): boolean {
  const isSame =
    REPEAT_FIELDS.every((key) => known[key] === record[key]) &&
    known.authorizationTokenId === record.authorizationTokenId &&
    known.details.reason === record.details.reason &&
    known.details.notes === record.details.notes
  return isSame && toMs(record.reportedAt) - toMs(known.reportedAt) < REPEAT_MS
}

export interface ReconciledDays {
  readonly from: string
  readonly to: string
}

/** The days of a list. `to` defaults to today, or to `from` if that is later; `from` defaults to `to`. */
export function daysOfList(query: CashListQuery, today: string): ReconciledDays | Refusal<"VALIDATION_ERROR"> {
  const { businessDayDate, from, to } = query
  if (businessDayDate !== undefined && (from !== undefined || to !== undefined)) {
    return invalid({ path: "businessDayDate", message: "excludes from and to" })
  }
  const lastOf = (first: string) => (first < today ? today : first)
  const days = {
    from: businessDayDate ?? from ?? to ?? today,
    to: businessDayDate ?? to ?? lastOf(from ?? today),
  }
  if (days.from > days.to) return invalid({ path: "to", message: "must not be before from" })
  return days
}
