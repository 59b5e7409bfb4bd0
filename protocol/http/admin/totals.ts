/** The endpoints of a business day's totals, for one store or one vendor, with the same weekday a week before. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { CurrencyCode, Instant, LocalDate, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"
/** `amount` is a scaled amount. Both may be negative after late corrections. */
const COUNT_AND_AMOUNT = { transactions: Type.Integer(), amount: Type.Integer() }
const Row = Type.Object({ code: Type.String(), ...COUNT_AND_AMOUNT })

export const DayTotals = Type.Object({
  ...COUNT_AND_AMOUNT,
  averageTicket: Type.Integer(),
  discount: Type.Integer(),
  tax: Type.Integer(),
  tips: Type.Integer(),
  methods: Type.Array(Row),
  channels: Type.Array(Row),
  /** Hours of the stores' own clocks, in the order of a business day. */
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...COUNT_AND_AMOUNT })),
  cancellations: Type.Object(COUNT_AND_AMOUNT),
  forceClosed: Type.Object(COUNT_AND_AMOUNT),
  /** Refunds of sales that were not cancelled; the sales' amounts still include them. */
  refunds: Type.Object(COUNT_AND_AMOUNT),
})
export type DayTotals = Static<typeof DayTotals>

const TOTALS_QUERY = {
  vendorId: Type.Optional(Type.String()),
  storeId: Type.Optional(Uuid),
  /** By default the current business day. */
  date: Type.Optional(LocalDate),
}

export const readTotals = endpoint({
  name: "totals.read",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/totals",
  scope: null,
  query: Type.Object(TOTALS_QUERY),
  replies: {
    200: Type.Object({
      date: LocalDate,
      /** The same weekday a week before. */
      before: LocalDate,
      /** The totals include all sales until then; for a vendor with hundreds of stores this may be some seconds ago. */
      asOf: Instant,
      /** One store's day as the hub knows it; null for a vendor, and for a day that nobody opened. */
      status: nullable(oneOf("open", "closed")),
      /** Number of stores that may have unsent sales of that day, and the oldest of their last contacts. */
      incomplete: Type.Object({ stores: Type.Integer({ minimum: 0 }), since: nullable(Instant) }),
      currencies: Type.Array(Type.Object({ currencyCode: CurrencyCode, now: DayTotals, before: DayTotals })),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Reads the totals of a business day for one store or one vendor.",
  section: SECTION,
})

const StoreTotal = Type.Object({
  storeId: Uuid,
  code: nullable(Type.String()),
  name: Type.String(),
  countryCode: nullable(Type.String()),
  /** The last contact, if the store may have unsent sales of that day; else null. */
  unknownSince: nullable(Instant),
  currencies: Type.Array(
    Type.Object({ currencyCode: CurrencyCode, ...COUNT_AND_AMOUNT, before: Type.Object(COUNT_AND_AMOUNT) }),
  ),
})

export const listStoreTotals = endpoint({
  name: "totals.stores",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/totals/stores",
  scope: null,
  query: Type.Object({ ...CURSOR_QUERY, vendorId: Type.String(), date: LocalDate }),
  replies: { 200: cursorListOf(StoreTotal) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists the sales of a business day per store, by code.",
  section: SECTION,
})
