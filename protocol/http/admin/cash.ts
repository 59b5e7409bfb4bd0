/** The drawers that did not match: summed by store and reason, one by one, and the shifts and openings behind them. */
import Type, { type Static } from "typebox"
import { CashReason, CashReconciliation } from "../../shapes/cash-close.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { CurrencyCode, LocalDate, nullable, Uuid } from "../../shapes/scalars.ts"
import { DrawerOpened, Shift } from "../../shapes/shift.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"

const DAYS = {
  from: LocalDate,
  to: LocalDate,
  vendorId: Type.Optional(Type.String()),
  storeId: Type.Optional(Uuid),
}

export const CashDifferenceSum = Type.Object({
  storeId: Uuid,
  code: nullable(Type.String()),
  name: Type.String(),
  countryCode: nullable(Type.String()),
  currency: CurrencyCode,
  reason: CashReason,
  closes: Type.Integer({ minimum: 1 }),
  /** Scaled; what was missing as a negative amount. */
  short: Type.Integer(),
  over: Type.Integer(),
})
export type CashDifferenceSum = Static<typeof CashDifferenceSum>

export const sumCashDifferences = endpoint({
  name: "cash.differenceSums",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/cash/difference-sums",
  scope: null,
  query: Type.Object({ ...CURSOR_QUERY, ...DAYS }),
  replies: { 200: cursorListOf(CashDifferenceSum) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Cash differences of a range of at most a year, by store, currency and reason.",
  section: SECTION,
})

export const listCashDifferences = endpoint({
  name: "cash.differences",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/cash/differences",
  scope: null,
  query: Type.Object({ ...CURSOR_QUERY, ...DAYS, reason: Type.Optional(CashReason) }),
  replies: { 200: cursorListOf(CashReconciliation) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "The counts that did not match, the latest day first; amounts in major units, as they were counted.",
  section: SECTION,
})

export const listStoreShifts = endpoint({
  name: "cash.shifts",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId/shifts",
  scope: null,
  params: Type.Object({ storeId: Type.String() }),
  query: Type.Object({ date: LocalDate }),
  replies: { 200: Type.Object({ shifts: Type.Array(Shift) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "The shifts of a store's business day, with floats and withdrawals.",
  section: SECTION,
})

export const listDrawerOpenings = endpoint({
  name: "cash.openings",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId/drawer-openings",
  scope: null,
  params: Type.Object({ storeId: Type.String() }),
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(DrawerOpened) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Why a store's drawers were opened, the latest first.",
  section: SECTION,
})
