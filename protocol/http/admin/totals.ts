/** What a day came to, for one store or for all of a vendor, beside the same weekday before. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { CurrencyCode, Instant, LocalDate, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"
/** A scaled amount: an integer of 1/10000 of the major unit. What came late may leave less than nothing. */
const Tally = { transactions: Type.Integer(), amount: Type.Integer() }
const Row = Type.Object({ code: Type.String(), ...Tally })

export const DayTotals = Type.Object({
  ...Tally,
  averageTicket: Type.Integer(),
  discount: Type.Integer(),
  tax: Type.Integer(),
  tips: Type.Integer(),
  methods: Type.Array(Row),
  channels: Type.Array(Row),
  /** By each store's own clock, 0 to 23, in the order in which a business day passes them. */
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...Tally })),
  cancellations: Type.Object(Tally),
  forceClosed: Type.Object(Tally),
  /** What went back of sales that stand; the sales keep it. */
  refunds: Type.Object(Tally),
})
export type DayTotals = Static<typeof DayTotals>

const OF_WHAT = {
  vendorId: Type.Optional(Type.String()),
  storeId: Type.Optional(Uuid),
  /** Left out: the day that goes on. */
  date: Type.Optional(LocalDate),
}

export const readTotals = endpoint({
  name: "totals.read",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/totals",
  scope: null,
  query: Type.Object(OF_WHAT),
  replies: {
    200: Type.Object({
      date: LocalDate,
      /** The same weekday of the week before. */
      before: LocalDate,
      /** All sales until then are in it: of a vendor with hundreds of stores that may be some seconds ago. */
      asOf: Instant,
      /** Of one store: whether the day is closed, as far as the hub has heard; null for all of a vendor, and where nobody opened it. */
      status: nullable(oneOf("open", "closed")),
      /** Stores that may have sold more on that day than the hub has: how many, and the oldest of their last contacts. */
      incomplete: Type.Object({ stores: Type.Integer({ minimum: 0 }), since: nullable(Instant) }),
      currencies: Type.Array(Type.Object({ currencyCode: CurrencyCode, now: DayTotals, before: DayTotals })),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary:
    "The totals of a business day, from figures that are kept as sales happen. One store, or one vendor, is named.",
  section: SECTION,
})

const StoreTotal = Type.Object({
  storeId: Uuid,
  code: nullable(Type.String()),
  name: Type.String(),
  countryCode: nullable(Type.String()),
  /** The last contact, where the store may have sold more on that day than the hub has; else null. */
  unknownSince: nullable(Instant),
  currencies: Type.Array(Type.Object({ currencyCode: CurrencyCode, ...Tally, before: Type.Object(Tally) })),
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
  summary: "The sales of a business day store by store, by code.",
  section: SECTION,
})
