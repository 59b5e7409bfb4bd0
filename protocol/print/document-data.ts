/** The data of each document, as its template sees it. Amounts are scaled integers, moments ISO 8601. */
import { shownHash } from "../rules/business-day/day-certificate.ts"
import type { BusinessDay, DayFigures, LateArrivals } from "../shapes/business-day.ts"
import type { CashReconciliation } from "../shapes/cash-close.ts"
import type { Shift } from "../shapes/shift.ts"
import type { FiscalBlock } from "./fiscal-block.ts"

const SCALE = 10_000

/** The head of every paper: who sells. */
export interface DocumentStore {
  readonly name: string
  readonly legalName: string | null
  readonly taxId: string | null
  readonly address?: string | null
  readonly code?: string | null
}

export interface ShiftFigures {
  readonly operatorName: string
  readonly currencyCode: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly openingBalance: number
  /** In cash, less what was given back. */
  readonly sales: number
  readonly withdrawals: number
  readonly expected: number
  readonly declared: number
  readonly discrepancy: number
  readonly discrepancyType: "MATCH" | "SHORTAGE" | "OVERAGE"
  /** Recorded after the day closed. */
  readonly postClose: boolean
}

/** A drawer that nobody has counted yet, in one of its currencies. */
export interface UncountedDrawer {
  readonly operatorName: string
  readonly currencyCode: string
  readonly startedAt: string
  readonly openingBalance: number
}

export interface DayCloseData {
  readonly store: DocumentStore
  readonly day: { readonly date: string; readonly openedAt: string | null; readonly closedAt: string | null }
  readonly figures: readonly DayFigures[]
  readonly cash: readonly ShiftFigures[]
  readonly uncounted: readonly UncountedDrawer[]
  /** Null while the day is open, and where the hub closed it. `code`: the beginning of the hash, in groups of four. */
  readonly certificate: { readonly orders: number; readonly tenders: number; readonly code: string } | null
  /** Told after the close: beside the figures of the close, never in them. */
  readonly late: readonly LateArrivals[]
}

/** What a drawer held in one currency. */
export interface DrawerFigures extends ShiftFigures {
  readonly withdrawalRows: readonly {
    readonly category: string
    readonly amount: number
    readonly at: string | null
    readonly authorizerName: string | null
    readonly notes: string | null
  }[]
  /** Null where the count matched: it was asked for before anybody knew. */
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
  /** The store numbers, and this sale has no document: the paper says that it is none. */
  readonly isNotFiscal: boolean
}

/** The lines that one station makes of an order, and nothing about money. */
export interface KitchenTicketData {
  readonly store: DocumentStore
  readonly batch: {
    readonly station: string
    readonly orderCode: string
    readonly channel: string
    readonly fulfillment: string | null
    readonly guest: string | null
    readonly at: string
    /** Portions in all, by which the kitchen counts what it hands over. */
    readonly items: number
  }
  readonly lines: readonly {
    readonly quantity: number
    readonly name: string
    readonly notes: string | null
    readonly modifiers: readonly { readonly quantity: number; readonly name: string }[]
  }[]
  /** Said for the whole order. */
  readonly notes: string | null
  /** Other stations that make the rest of it. */
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
  /** Money that goes back to the guest, by whom; `pending`: nobody has given it back yet. */
  readonly refunds: readonly {
    readonly method: string
    readonly amount: number
    readonly by: "provider" | "store" | "pending"
  }[]
}

/** What a guest holds until the food is called out. */
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

/** Each page that the printer's profile knows, with its number on the ticket: a person says which line reads right. */
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
  /** Shifts of the store that are not counted yet, of whichever day. */
  readonly openShifts?: readonly Shift[]
  readonly late?: readonly LateArrivals[]
}

/** A closed day and its cash closes, as both sides keep them → what the day close prints. */
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

/** Cash records keep major units with at most 2 decimals (docs/contract/conventions.md#amounts): here they become scaled. */
export function shiftFigures(close: CashReconciliation): ShiftFigures {
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
