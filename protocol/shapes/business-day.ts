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
  /** Money that went back on this day although the sales stand, by method. Left out if there was none. */
  refunds: Type.Optional(Type.Array(Row)),
})
export type DayFigures = Static<typeof DayFigures>

/** Sales and changes in one currency that arrived after the day's close. */
export const LateArrivals = Type.Object({
  currencyCode: CurrencyCode,
  transactions: Type.Integer(),
  gross: Scaled,
  methods: Type.Array(Type.Object({ code: Type.String(), transactions: Type.Integer(), amount: Scaled })),
  cancellations: Type.Object({ transactions: Type.Integer(), amount: Scaled }),
})
export type LateArrivals = Static<typeof LateArrivals>

/** How far sync had come at a close: operations of the box up to `up`, of the hub up to `down`. */
export const SyncWatermark = Type.Object({ epoch: Type.String(), up: Count, down: Count })
export type SyncWatermark = Static<typeof SyncWatermark>

/** Counts and a hash of a closed day's orders. Hub and box compute it separately to check that both have all of them. */
export const DayCertificate = Type.Object({
  orders: Count,
  /** Approved and declined. */
  tenders: Count,
  /** SHA-256 in 64 hexadecimal digits of the text that `certifyDay` in `rules/business-day/day-certificate.ts` describes. */
  hash: Type.String(),
})
export type DayCertificate = Static<typeof DayCertificate>

export const BusinessDay = Type.Object({
  storeId: Uuid,
  businessDayDate: LocalDate,
  status: oneOf("open", "closed"),
  openedAt: nullable(Instant),
  closedAt: nullable(Instant),
  /** One entry per currency, the store's own first; empty while the day is open. */
  figures: Type.Array(DayFigures),
  /** Set by the close; null for a store without a box. Left out while the day is open and by boxes of earlier versions. */
  watermark: Type.Optional(nullable(SyncWatermark)),
  /** Set when a box closes the day. Left out where `watermark` is null and by boxes of earlier versions. */
  certificate: Type.Optional(DayCertificate),
})
export type BusinessDay = Static<typeof BusinessDay>

/** Today's date at a store, and the dates that its next business day may get. */
export const DayDates = Type.Object({
  /** By the box's clock and the store's cut-off. */
  today: LocalDate,
  /** By the hub's clock; null while the hub cannot be reached. */
  hubToday: nullable(LocalDate),
  /** The open day is in the future although nobody chose its date: the clock was ahead. */
  isAhead: Type.Boolean(),
  /** Dates that the next day may get, the most likely first; empty while a day is open. */
  next: Type.Array(LocalDate),
})
export type DayDates = Static<typeof DayDates>
