/** A store's business day, from its opening to its close, with the figures of the close (docs/contract/cash.md#business-day). */
import Type, { type Static } from "typebox"
import { CurrencyCode, Instant, LocalDate, nullable, oneOf, Uuid } from "./scalars.ts"

/** A scaled amount inside figures: an integer of 1/10000 of the major unit. */
const Scaled = Type.Integer()
const Count = Type.Integer({ minimum: 0 })
const Row = Type.Object({ code: Type.String(), transactions: Count, amount: Scaled })
const Tally = Type.Object({ transactions: Count, amount: Scaled })

/** The figures of one currency (docs/contract/printing.md#print-the-day-close, content). */
export const DayFigures = Type.Object({
  currencyCode: CurrencyCode,
  transactions: Count,
  gross: Scaled,
  discount: Scaled,
  tax: Scaled,
  net: Scaled,
  tips: Scaled,
  delivery: Scaled,
  averageTicket: Scaled,
  taxes: Type.Array(Type.Object({ code: Type.String(), rate: nullable(Type.String()), amount: Scaled })),
  methods: Type.Array(Row),
  channels: Type.Array(Row),
  peakHour: nullable(Type.Object({ hour: Type.Integer(), transactions: Count, amount: Scaled })),
  cancellations: Tally,
  forceClosed: Tally,
  /** By method, what went back on this day of sales that stand; the sales above keep it. Left out where nothing did. */
  refunds: Type.Optional(Type.Array(Row)),
})
export type DayFigures = Static<typeof DayFigures>

/** What came to a day after its close, in one currency: a sale that was told late, or a change of one. */
export const LateArrivals = Type.Object({
  currencyCode: CurrencyCode,
  transactions: Type.Integer(),
  gross: Scaled,
  methods: Type.Array(Type.Object({ code: Type.String(), transactions: Type.Integer(), amount: Scaled })),
  cancellations: Type.Object({ transactions: Type.Integer(), amount: Scaled }),
})
export type LateArrivals = Static<typeof LateArrivals>

/** How much of a store's sync a close has in it: the box's own log up to `up`, and the hub's up to `down`. */
export const SyncWatermark = Type.Object({ epoch: Type.String(), up: Count, down: Count })
export type SyncWatermark = Static<typeof SyncWatermark>

/** That a close has everything in it: counts of the day as its home had it, and a hash over them that the other side finds by itself. */
export const DayCertificate = Type.Object({
  orders: Count,
  /** Approved and declined. */
  tenders: Count,
  /** SHA-256, 64 hexadecimal digits, of the text that `rules/day-certificate.ts` describes. */
  hash: Type.String(),
})
export type DayCertificate = Static<typeof DayCertificate>

export const BusinessDay = Type.Object({
  storeId: Uuid,
  businessDayDate: LocalDate,
  status: oneOf("open", "closed"),
  openedAt: nullable(Instant),
  closedAt: nullable(Instant),
  /** One entry per currency that was sold in, the store's own first; empty while the day is open. */
  figures: Type.Array(DayFigures),
  /** Of the close; null where the hub closes for a store without a box, left out while the day is open and by a box of before. */
  watermark: Type.Optional(nullable(SyncWatermark)),
  /** Of the close of a store's box; left out where `watermark` is null, and by a box of before. */
  certificate: Type.Optional(DayCertificate),
})
export type BusinessDay = Static<typeof BusinessDay>

/** Which date it is at a store, and which one its next day may get. */
export const DayDates = Type.Object({
  /** By the box's clock, less the cut-off. */
  today: LocalDate,
  /** By the hub's clock; null while the hub cannot be reached. */
  hubToday: nullable(LocalDate),
  /** The open day has a date that has not come yet, and nobody chose it: the clock was ahead. */
  isAhead: Type.Boolean(),
  /** The dates that the next day may get, the most likely first; none while a day is open. */
  next: Type.Array(LocalDate),
})
export type DayDates = Static<typeof DayDates>
