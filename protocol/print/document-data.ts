/** The data of each document that its template reads. Amounts are scaled integers, moments are ISO 8601. */
import { shownHash } from "../rules/business-day/day-certificate.ts"
import type { BusinessDay, DayFigures, LateArrivals } from "../shapes/business-day.ts"
import type { CashReconciliation } from "../shapes/cash-close.ts"
import type { Shift } from "../shapes/shift.ts"
import type { FiscalBlock } from "./fiscal-block.ts"

const SCALE = 10_000

/** The store, as the head of every document prints it. */
export interface DocumentStore {
  readonly name: string
  readonly legalName: string | null
  readonly taxId: string | null
  readonly address?: string | null
  readonly code?: string | null
}

interface ShiftFigures {
  readonly operatorName: string
  readonly currencyCode: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly openingBalance: number
  /** In cash, less refunds. */
  readonly sales: number
  readonly withdrawals: number
  readonly expected: number
  readonly declared: number
  readonly discrepancy: number
  readonly discrepancyType: "MATCH" | "SHORTAGE" | "OVERAGE"
  /** Recorded after the day closed. */
  readonly postClose: boolean
}

/** A drawer that is not counted yet, in one of its currencies. */
interface UncountedDrawer {
  readonly operatorName: string
  readonly currencyCode: string
  readonly startedAt: string
  readonly openingBalance: number
}

interface DayCloseData {
  readonly store: DocumentStore
  readonly day: { readonly date: string; readonly openedAt: string | null; readonly closedAt: string | null }
  readonly figures: readonly DayFigures[]
  readonly cash: readonly ShiftFigures[]
  readonly uncounted: readonly UncountedDrawer[]
  /** Null while the day is open, and where the hub closed it. `code`: the beginning of the hash, in groups of four. */
  readonly certificate: { readonly orders: number; readonly tenders: number; readonly code: string } | null
  /** Orders that arrived after the close. They are printed beside its figures and never change them. */
  readonly late: readonly LateArrivals[]
}

/** The figures of a drawer in one currency. */
interface DrawerFigures extends ShiftFigures {
  readonly withdrawalRows: readonly {
    readonly category: string
    readonly amount: number
    readonly at: string | null
    readonly authorizerName: string | null
    readonly notes: string | null
  }[]
  /** Null where the count matched, because the cashier enters the reason before the difference is known. */
  readonly reason: string | null
  readonly notes: string | null
}

export interface ShiftSlipData {
  readonly store: DocumentStore
  readonly date: string
  /** In the shift's own currency. */
  readonly shift: DrawerFigures & {
    readonly sessionExternalId: string
    readonly terminal: string | null
    readonly approvedBy: string | null
  }
  /** In every currency that was counted, the shift's own first. */
  readonly drawers: readonly DrawerFigures[]
}

export interface ReceiptData {
  readonly store: DocumentStore
  readonly order: {
    readonly code: string
    readonly locator: string | null
    readonly at: string
    readonly operatorName: string | null
    readonly channel: string
  }
  readonly lines: readonly {
    readonly quantity: number
    readonly name: string
    readonly amount: number
    readonly unitPrice: number
    readonly notes: string | null
    readonly modifiers: readonly { readonly quantity: number; readonly name: string; readonly amount: number }[]
  }[]
  readonly totals: {
    readonly subtotal: number
    readonly discount: number
    readonly delivery: number
    readonly tip: number
    readonly total: number
  }
  readonly taxes: readonly { readonly code: string; readonly rate: string | null; readonly amount: number }[]
  readonly payments: readonly { readonly code: string; readonly amount: number }[]
  readonly change: number | null
  readonly buyer: { readonly name: string | null; readonly taxId: string | null } | null
  readonly fiscal: FiscalBlock | null
  /** The store issues fiscal documents but this sale has none, so the receipt says that it is not fiscal. */
  readonly isNotFiscal: boolean
}

/** The lines of an order that one station prepares, without any amount. */
export interface KitchenTicketData {
  readonly store: DocumentStore
  readonly batch: {
    readonly station: string
    readonly orderCode: string
    readonly channel: string
    readonly fulfillment: string | null
    readonly guest: string | null
    readonly at: string
    /** The number of portions. */
    readonly items: number
  }
  readonly lines: readonly {
    readonly quantity: number
    readonly name: string
    readonly notes: string | null
    readonly modifiers: readonly { readonly quantity: number; readonly name: string }[]
  }[]
  /** The note on the whole order. */
  readonly notes: string | null
  /** The other stations of the order. */
  readonly elsewhere: readonly { readonly station: string; readonly lines: number }[]
}

export interface CancellationSlipData {
  readonly store: DocumentStore
  readonly order: {
    readonly code: string
    readonly channel: string
    readonly at: string
    readonly total: number
  }
  readonly cancellation: {
    readonly at: string
    readonly reason: string | null
    readonly type: string | null
    readonly note: string | null
    readonly by: string | null
  }
  readonly lines: readonly { readonly quantity: number; readonly name: string }[]
  /** Money to return to the guest. `pending`: nobody has recorded the refund yet. */
  readonly refunds: readonly {
    readonly method: string
    readonly amount: number
    readonly by: "provider" | "store" | "pending"
  }[]
}

/** What a guest signs who got money of a completed sale back. */
export interface RefundSlipData {
  readonly store: DocumentStore
  readonly order: CancellationSlipData["order"]
  readonly refund: {
    readonly at: string
    readonly amount: number
    readonly reason: string
    readonly by: string
    readonly approvedBy: string | null
  }
  /** The lines that were returned. Empty for an amount or the whole order. */
  readonly lines: readonly { readonly quantity: number; readonly name: string }[]
  readonly tenders: readonly { readonly method: string; readonly amount: number }[]
}

/** The slip that a guest keeps until the order is called. */
export interface KioskLocatorData {
  readonly store: DocumentStore
  readonly order: {
    readonly code: string
    readonly channel: string
    readonly at: string
    readonly items: number
    readonly total: number
    /** Still to be paid at the counter. */
    readonly isUnpaid: boolean
  }
}

/** The code pages of the printer's profile, each with its number on the document. */
export interface CodePagesData {
  readonly store: DocumentStore
  readonly printer: { readonly id: string; readonly profile: string }
  readonly at: string
  readonly pages: readonly { readonly number: number; readonly page: string }[]
}

export interface TestPageData {
  readonly store: DocumentStore
  readonly printer: { readonly id: string; readonly profile: string; readonly width: number; readonly codepage: string }
  readonly at: string
}

export interface ClosedDay {
  readonly day: BusinessDay
  readonly closes: readonly CashReconciliation[]
  /** The store's shifts that are not counted yet, of any day. */
  readonly openShifts?: readonly Shift[]
  readonly late?: readonly LateArrivals[]
}

/** Builds the data of the day close from a day and its cash closes. */
export function dayCloseData(
  store: DocumentStore,
  { day, closes, openShifts = [], late = [] }: ClosedDay,
): DayCloseData {
  const { certificate } = day
  return {
    late,
    store,
    day: { date: day.businessDayDate, openedAt: day.openedAt, closedAt: day.closedAt },
    figures: day.figures,
    cash: closes.map(shiftFigures),
    uncounted: openShifts
      .filter(({ businessDayDate }) => businessDayDate === day.businessDayDate)
      .flatMap(uncountedDrawers),
    certificate: certificate
      ? { orders: certificate.orders, tenders: certificate.tenders, code: shownHash(certificate) }
      : null,
  }
}

function uncountedDrawers({
  operatorName,
  openedAt,
  currency,
  openingBalance,
  otherFloats = [],
}: Shift): UncountedDrawer[] {
  return [{ currency, openingBalance }, ...otherFloats].map((float) => ({
    operatorName,
    currencyCode: float.currency,
    startedAt: openedAt,
    openingBalance: scaled(float.openingBalance),
  }))
}

/** Cash records have major units with at most 2 decimals (docs/contract/conventions.md#amounts); the result is scaled. */
function shiftFigures(close: CashReconciliation): ShiftFigures {
  const openingBalance = scaled(close.openingBalance ?? 0)
  const withdrawals = scaled(close.withdrawalsTotal ?? 0)
  const expected = scaled(close.systemCash)
  return {
    operatorName: close.details.operator_name ?? close.operatorUid ?? "",
    currencyCode: close.currency,
    startedAt: close.shiftStart,
    endedAt: close.shiftEnd,
    openingBalance,
    sales: expected - openingBalance + withdrawals,
    withdrawals,
    expected,
    declared: scaled(close.declaredCash),
    discrepancy: scaled(close.discrepancy),
    discrepancyType: close.discrepancyType,
    postClose: close.details.post_close,
  }
}

export function drawerFigures(close: CashReconciliation): DrawerFigures {
  return {
    ...shiftFigures(close),
    withdrawalRows: (close.details.withdrawals ?? []).map((row) => ({
      category: row.category,
      amount: scaled(row.amount),
      at: row.withdrawn_at,
      authorizerName: row.authorizer_name,
      notes: row.notes,
    })),
    reason: close.discrepancyType === "MATCH" ? null : close.details.reason,
    notes: close.details.notes,
  }
}

function scaled(major: number): number {
  return Math.round(major * SCALE)
}
