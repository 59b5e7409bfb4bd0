/** Cash reconciliation of a shift (version 2): the counted cash against float, cash sales and withdrawals (docs/contract/cash.md#cash-reconciliations-version-2). */
import { divideRounded, SCALE, type Scaled, scaleMajor, sum, toMajor } from "../../money.ts"
import { type Fault, invalid, type Refusal, refuse } from "../../refusals.ts"
import type { CashCloseRequest, CashReconciliation } from "../../shapes/cash-close.ts"
import type { MajorAmount } from "../../shapes/scalars.ts"
import { toMs, toUtc } from "../../time.ts"
import { DATE_NOT_BEGUN } from "../business-day/business-day.ts"
import { type Approval, authorize, NOT_APPROVED } from "./cash-authorization.ts"

export const CASH_DECIMALS = 2
export const WITHDRAWALS_MAX = 100
const CENT: Scaled = SCALE / 10 ** CASH_DECIMALS

export interface CountedDay {
  readonly businessDayDate: string
  readonly closed: boolean
  /** By the cut-off, or because the store has this day on record: its clock may have been set back since. */
  readonly hasBegun: boolean
}

export interface CashCloseInput {
  readonly request: CashCloseRequest
  /** Scaled; see `cash-moves.ts`. */
  readonly cashSales: Scaled
  readonly operatorHasSales: boolean
  readonly day: CountedDay
  /** The store has the shift on record and sums its money by shift id. Start and end are labels then: the clock may have been set back. */
  readonly isOwnShift?: boolean
  /** The cashier must not learn the expected sum. No count is refused because of it, or repeated tries would reveal it. */
  readonly isBlind?: boolean
  readonly existing: {
    readonly bySession: CashReconciliation | null
    readonly byShift: CashReconciliation | null
  }
  /** State of the request's authorization token. */
  readonly approval?: Approval
  readonly tenant: { readonly accountId: string; readonly vendorId: string }
  readonly id: string
  /** `apikey:<id>` or `device:<id>`. */
  readonly reportedBy: string
  readonly now: string
}

/**
 * Checks the request first (400), then for an existing close (409), then the sums, so that a retry gets the same answer whatever was
 * sold meanwhile. The caller looks `existing` up: by store, sessionExternalId and currency; by day, store, operator, currency and
 * shiftStart.
 */
export function closeCash(closing: CashCloseInput): CashReconciliation | Refusal<"VALIDATION_ERROR" | "CONFLICT"> {
  const { request, existing } = closing
  const faults: Fault[] = []
  const money = readMoney(request, faults)
  if (!closing.isOwnShift && toMs(request.shiftEnd) <= toMs(request.shiftStart)) {
    faults.push({ path: "shiftEnd", message: "must be later than shiftStart" })
  }
  if (!closing.day.hasBegun) faults.push(DATE_NOT_BEGUN)
  if (faults.length > 0) return invalid(...faults)
  const duplicate = existing.bySession ?? existing.byShift
  if (duplicate) return refuseClosed(duplicate, existing.bySession !== null)
  const expected = expectedCash(money.openingBalance + closing.cashSales - money.withdrawals)
  const refusal = closing.isBlind ? null : refuseSums(closing, money, expected)
  return refusal ?? authorize(buildRecord(closing, money, expected), closing.approval ?? NOT_APPROVED, closing.now)
}

interface CashAmounts {
  readonly declared: Scaled
  readonly openingBalance: Scaled
  readonly withdrawals: Scaled
}

function readMoney(request: CashCloseRequest, faults: Fault[]): CashAmounts {
  const read = (amount: MajorAmount, path: string): Scaled => {
    const scaled = scaleMajor(amount, CASH_DECIMALS)
    if (scaled === null) faults.push({ path, message: "must have at most 2 decimals, up to 1000000000" })
    return scaled ?? 0
  }
  const withdrawals = (request.withdrawals ?? []).map(({ amount, category, notes }, index) => {
    if (category === "OTHER" && !notes?.trim()) {
      faults.push({ path: `withdrawals.${index}.notes`, message: "is required when the category is OTHER" })
    }
    const path = `withdrawals.${index}.amount`
    if (scaleMajor(amount) === 0) faults.push({ path, message: "must be above 0" })
    return read(amount, path)
  })
  return {
    declared: read(request.declaredCash, "declaredCash"),
    openingBalance: read(request.openingBalance, "openingBalance"),
    withdrawals: sum(withdrawals),
  }
}

function refuseClosed(taken: CashReconciliation, sameSession: boolean): Refusal<"CONFLICT"> {
  const message = sameSession
    ? "A close with this sessionExternalId and currency exists already; on a retry this is not an error."
    : "This shift was closed already under another sessionExternalId; a shift closes once."
  return refuse("CONFLICT", message, { data: { id: taken.id, sessionExternalId: taken.sessionExternalId } })
}

function refuseSums(closing: CashCloseInput, money: CashAmounts, expected: Scaled): Refusal<"VALIDATION_ERROR"> | null {
  const { request } = closing
  if (expected < 0) {
    return invalid({ path: "withdrawals", message: "are more than the float and the cash sales of the shift" })
  }
  const afterFloat = money.declared - (money.openingBalance - money.withdrawals)
  const hasSold = closing.operatorHasSales || closing.cashSales > 0
  if (request.operatorUid !== undefined && !hasSold && afterFloat > 0) {
    return invalid({ path: "operatorUid", message: "has no transactions, but money from sales is declared" })
  }
  if (money.declared > expected && request.reason !== "OTHER") {
    return invalid({ path: "reason", message: "must be OTHER on an overage" })
  }
  return null
}

function buildRecord(closing: CashCloseInput, money: CashAmounts, expected: Scaled): CashReconciliation {
  const { request, day, tenant, now } = closing
  return {
    id: closing.id,
    apiVersion: 2,
    accountId: tenant.accountId,
    vendorId: tenant.vendorId,
    storeId: request.storeId.toLowerCase(),
    businessDayDate: day.businessDayDate,
    currency: request.currency,
    operatorUid: request.operatorUid ?? null,
    systemCash: toMajor(expected),
    declaredCash: toMajor(money.declared),
    ...discrepancyOf(money.declared, expected),
    authorizationTokenId: request.authorizationTokenId ?? null,
    reportedBy: closing.reportedBy,
    reportedAt: now,
    createdAt: now,
    updatedAt: now,
    sessionExternalId: request.sessionExternalId,
    terminalUid: request.terminalUid ?? null,
    openingBalance: toMajor(money.openingBalance),
    withdrawalsTotal: toMajor(money.withdrawals),
    shiftStart: toUtc(request.shiftStart),
    shiftEnd: toUtc(request.shiftEnd),
    details: buildDetails(request, day.closed, money),
  }
}

/**
 * The expected cash in whole cents, because nobody can count fractions of a cent. Rounded once, on the sum, half away from zero. Used
 * by both versions.
 */
export function expectedCash(exact: Scaled): Scaled {
  return divideRounded(exact, CENT) * CENT
}

/** Counted minus expected cash, used by both versions. */
export function discrepancyOf(
  declared: Scaled,
  expected: Scaled,
): Pick<CashReconciliation, "discrepancy" | "discrepancyType"> {
  const difference = declared - expected
  const discrepancyType = difference === 0 ? "MATCH" : difference < 0 ? "SHORTAGE" : "OVERAGE"
  return { discrepancy: toMajor(difference), discrepancyType }
}

function buildDetails(request: CashCloseRequest, closed: boolean, money: CashAmounts): CashReconciliation["details"] {
  return {
    reason: request.reason,
    notes: request.notes ?? null,
    post_close: closed,
    authorization: null,
    opening_balance: toMajor(money.openingBalance),
    operator_name: request.operatorName ?? null,
    withdrawals: (request.withdrawals ?? []).map((withdrawal) => ({
      amount: toMajor(scaleMajor(withdrawal.amount, CASH_DECIMALS) ?? 0),
      category: withdrawal.category,
      withdrawn_at: withdrawal.withdrawnAt === undefined ? null : toUtc(withdrawal.withdrawnAt),
      authorizer_uid: withdrawal.authorizerUid ?? null,
      authorizer_name: withdrawal.authorizerName ?? null,
      notes: withdrawal.notes ?? null,
    })),
  }
}
