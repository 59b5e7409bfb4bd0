/** The endpoints of cash differences (summed and single), shifts and drawer openings. */
import Type, { type Static } from "typebox"
import { CashReason, CashReconciliation } from "../../shapes/cash-close.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { CurrencyCode, LocalDate, nullable, Uuid } from "../../shapes/scalars.ts"
import { DrawerOpened, Shift } from "../../shapes/shift.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"

const RANGE_QUERY = {
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
  /** Scaled amount, negative or zero. */
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
  query: Type.Object({ ...CURSOR_QUERY, ...RANGE_QUERY }),
  replies: { 200: cursorListOf(CashDifferenceSum) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sums cash differences by store, currency and reason, for a range of at most a year.",
  section: SECTION,
})

export const listCashDifferences = endpoint({
  name: "cash.differences",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/cash/differences",
  scope: null,
  query: Type.Object({ ...CURSOR_QUERY, ...RANGE_QUERY, reason: Type.Optional(CashReason) }),
  replies: { 200: cursorListOf(CashReconciliation) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists reconciliations with a difference, latest day first; amounts are in major units.",
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
  summary: "Lists the shifts of a store's business day, with floats and withdrawals.",
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
  summary: "Lists the openings of a store's drawers with their reasons, newest first.",
  section: SECTION,
})
