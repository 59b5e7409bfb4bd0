/** How a store stands, as its manager sees it: sales, what is open, the line to the hub, numbers, printers (docs/contract/screens.md#store-manager). */
import Type, { type Static } from "typebox"
import { BoxMaintenance } from "./box-maintenance.ts"
import { BusinessDay } from "./business-day.ts"
import { OrderConflict } from "./conflict.ts"
import { MoneyToReturn } from "./money-to-return.ts"
import { OrderStatus } from "./order.ts"
import { PaymentInDoubt } from "./payment-in-doubt.ts"
import { PrinterStatus } from "./queued-print-job.ts"
import { CurrencyCode, Instant, nullable, oneOf, Uuid } from "./scalars.ts"
import { Store } from "./store.ts"

/** A scaled amount: an integer of 1/10000 of the major unit. */
const Scaled = Type.Integer()
const Count = Type.Integer({ minimum: 0 })
/** What of a day was sold; a day to which a cancellation came late may show less than nothing. */
const Tally = { transactions: Type.Integer(), amount: Scaled }

export const DaySales = Type.Object({
  currencyCode: CurrencyCode,
  ...Tally,
  averageTicket: Scaled,
  methods: Type.Array(Type.Object({ code: Type.String(), ...Tally })),
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...Tally })),
  cancellations: Type.Object(Tally),
  /** What went back of sales that stand, by method. */
  refunds: Type.Optional(Type.Array(Type.Object({ code: Type.String(), ...Tally }))),
})
export type DaySales = Static<typeof DaySales>

const OpenOrder = Type.Object({
  id: Uuid,
  orderCode: Type.String(),
  channel: Type.String(),
  total: Scaled,
  currencyCode: CurrencyCode,
  paid: Type.Boolean(),
  createdAt: Instant,
})

/** The line to the hub, and the meter that nothing is lost on it: made here, at the hub as it last said, acknowledged here on disk. */
export const SyncState = Type.Object({
  claimed: Type.Boolean(),
  link: oneOf("up", "down"),
  /** Another box took this store over: this one must not sell. */
  fenced: Type.Boolean(),
  /** Needs a person: the hub asks for what is no longer kept. */
  stuck: Type.Boolean(),
  made: Count,
  onHub: Count,
  /** Behind `onHub` only while the box's disk takes nothing. */
  acked: Count,
  unsent: Count,
  oldestUnsentAt: nullable(Instant),
  lastAckAt: nullable(Instant),
  /** What came from the hub and could not be taken in. */
  parked: Count,
  /** The hub's clock less this box's; null until the hub has answered. */
  clockSkewMs: nullable(Type.Integer()),
})
export type SyncState = Static<typeof SyncState>

export const FiscalState = Type.Object({
  is: oneOf("off", "failing", "on"),
  /** Why nothing is numbered now. */
  reason: nullable(Type.String()),
  points: Type.Array(
    Type.Object({
      point: Type.String(),
      documentType: Type.String(),
      operation: oneOf("ISSUE", "CANCEL"),
      last: nullable(Type.Integer()),
      left: Count,
      state: oneOf("fine", "low", "used_up"),
    }),
  ),
})
export type FiscalState = Static<typeof FiscalState>

export const PrinterFace = Type.Object({
  ...PrinterStatus.properties,
  name: Type.String(),
  model: Type.String(),
  width: Type.Integer(),
  /** The printers that take over, by name. */
  backups: Type.Array(Type.String()),
  /** The lines of its code-page ticket, the first is number 1. */
  pages: Type.Array(Type.String()),
  /** The page that it keeps to; null: each paper takes the one that carries it. */
  page: nullable(Type.String()),
})
export type PrinterFace = Static<typeof PrinterFace>

/** What the hub could not take in of this store: it is settled at headquarters, and the store should know. */
export const HubDeadLetters = Type.Object({
  total: Count,
  /** The oldest of them. */
  ops: Type.Array(
    Type.Object({ kind: Type.String(), at: Type.String(), reason: Type.String(), parkedAt: Type.String() }),
  ),
})
export type HubDeadLetters = Static<typeof HubDeadLetters>

/** A write that hub or store acknowledged and the order refused: what a person has to deal with (docs/contract/sync.md#one-home-per-order). */
export const ConflictItem = Type.Object({
  orderId: Uuid,
  orderCode: Type.String(),
  orderStatus: OrderStatus,
  ...OrderConflict.properties,
})
export type ConflictItem = Static<typeof ConflictItem>

export const StoreState = Type.Object({
  now: Instant,
  version: Type.String(),
  startedAt: Instant,
  store: Type.Pick(Store, ["id", "code", "name", "currency", "countryCode", "timeZone"]),
  /** The open business day, else one with sales that nobody opened, else the latest; null before the first. */
  day: nullable(BusinessDay),
  sales: Type.Array(DaySales),
  openOrders: Type.Object({ count: Count, amount: Scaled, first: Type.Array(OpenOrder) }),
  /** Codes of open orders whose link was paid with money that does not fit them. */
  ordersInDoubt: Type.Array(Type.String()),
  /** Payments of which nobody knows whether they came: no day closes over them. */
  tendersInDoubt: Type.Array(PaymentInDoubt),
  /** Money of cancelled orders that guests must have back, the oldest first. */
  moneyToReturn: Type.Array(MoneyToReturn),
  /** Tickets that each kitchen station should show now. */
  kitchen: Type.Array(Type.Object({ station: Type.String(), expected: Count })),
  openShifts: Type.Array(
    Type.Object({ shiftId: Uuid, operatorName: Type.String(), terminalUid: Type.String(), openedAt: Instant }),
  ),
  line: SyncState,
  parkedAtHub: HubDeadLetters,
  /** Open conflicts of orders: how many, and the oldest of them. */
  conflicts: Type.Object({ count: Count, first: Type.Array(ConflictItem) }),
  fiscal: FiscalState,
  printers: Type.Array(PrinterFace),
  spool: Type.Object({ waiting: Count, asking: Count }),
  care: BoxMaintenance,
})
export type StoreState = Static<typeof StoreState>

/** Something of the hub that this box could not take in. */
export const DeadLetter = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  mark: Type.String(),
  kind: Type.String(),
  at: Instant,
  reason: Type.String(),
  parkedAt: Instant,
})
export type DeadLetter = Static<typeof DeadLetter>
