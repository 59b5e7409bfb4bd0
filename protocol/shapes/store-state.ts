/** The state of a store on its manager's screen: sales, open orders, sync, fiscal numbers, printers (docs/contract/screens.md#store-manager). */
import Type, { type Static } from "typebox"
import { BoxMaintenance } from "./box-maintenance.ts"
import { BusinessDay } from "./business-day.ts"
import { OrderConflict } from "./conflict.ts"
import { FiscalOperation } from "./fiscal-representation.ts"
import { MoneyToReturn } from "./money-to-return.ts"
import { OrderStatus } from "./order.ts"
import { PaymentInDoubt } from "./payment-in-doubt.ts"
import { personal } from "./privacy.ts"
import { PrinterStatus } from "./queued-print-job.ts"
import { CurrencyCode, Instant, nullable, oneOf, Uuid } from "./scalars.ts"
import { StoreSummary } from "./store.ts"

/** A scaled amount: an integer of 1/10000 of the major unit. */
const Scaled = Type.Integer()
const Count = Type.Integer({ minimum: 0 })
/** Number and amount of sales; negative if more was cancelled than sold. */
const Tally = { transactions: Type.Integer(), amount: Scaled }

export const DaySales = Type.Object({
  currencyCode: CurrencyCode,
  ...Tally,
  averageTicket: Scaled,
  methods: Type.Array(Type.Object({ code: Type.String(), ...Tally })),
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...Tally })),
  cancellations: Type.Object(Tally),
  /** Refunds of sales that stand, by method. */
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

/** Sync with the hub: the link, and the numbers of operations made, received by the hub and acknowledged. */
export const SyncState = Type.Object({
  claimed: Type.Boolean(),
  link: oneOf("up", "down"),
  /** Another box has replaced this one, which must not sell any more. */
  fenced: Type.Boolean(),
  /** Needs a person: the hub asks for operations that the box no longer has. */
  stuck: Type.Boolean(),
  made: Count,
  onHub: Count,
  /** Lower than `onHub` only while the box cannot write to its disk. */
  acked: Count,
  unsent: Count,
  oldestUnsentAt: nullable(Instant),
  lastAckAt: nullable(Instant),
  /** Number of dead letters: operations of the hub that the box could not apply. */
  parked: Count,
  /** The hub's clock minus the box's; null before the hub's first answer. */
  clockSkewMs: nullable(Type.Integer()),
})
export type SyncState = Static<typeof SyncState>

export const FiscalState = Type.Object({
  is: oneOf("off", "failing", "on"),
  /** Why numbering fails. */
  reason: nullable(Type.String()),
  points: Type.Array(
    Type.Object({
      point: Type.String(),
      documentType: Type.String(),
      operation: FiscalOperation,
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
  /** Names of the backup printers. */
  backups: Type.Array(Type.String()),
  /** The code pages on its code-page ticket; the first has the number 1. */
  pages: Type.Array(Type.String()),
  /** Its fixed code page; null if each document uses the page that has its characters. */
  page: nullable(Type.String()),
})
export type PrinterFace = Static<typeof PrinterFace>

/** Operations of this store that the hub could not apply. Headquarters settles them; the store only sees them. */
export const HubDeadLetters = Type.Object({
  total: Count,
  /** The oldest ones. */
  ops: Type.Array(
    Type.Object({ kind: Type.String(), at: Type.String(), reason: Type.String(), parkedAt: Type.String() }),
  ),
})
export type HubDeadLetters = Static<typeof HubDeadLetters>

/** An order's conflict that a person has to resolve (docs/contract/sync.md#one-home-per-order). */
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
  store: StoreSummary,
  /** The open business day, else a day with sales that nobody opened, else the latest; null if there is none. */
  day: nullable(BusinessDay),
  sales: Type.Array(DaySales),
  openOrders: Type.Object({ count: Count, amount: Scaled, first: Type.Array(OpenOrder) }),
  /** Codes of open orders whose payment link was paid with an amount that does not match. */
  ordersInDoubt: Type.Array(Type.String()),
  /** Payments with an unknown outcome; no day can be closed before they are settled. */
  tendersInDoubt: Type.Array(PaymentInDoubt),
  /** Oldest first. */
  moneyToReturn: Type.Array(MoneyToReturn),
  /** Number of tickets that each kitchen station should show now. */
  kitchen: Type.Array(Type.Object({ station: Type.String(), expected: Count })),
  openShifts: Type.Array(
    Type.Object({
      shiftId: Uuid,
      operatorName: personal(Type.String()),
      terminalUid: Type.String(),
      openedAt: Instant,
    }),
  ),
  line: SyncState,
  parkedAtHub: HubDeadLetters,
  /** Number of open conflicts, and the oldest ones. */
  conflicts: Type.Object({ count: Count, first: Type.Array(ConflictItem) }),
  fiscal: FiscalState,
  printers: Type.Array(PrinterFace),
  spool: Type.Object({ waiting: Count, asking: Count }),
  care: BoxMaintenance,
})
export type StoreState = Static<typeof StoreState>

/** An operation of the hub that this box could not apply. */
export const DeadLetter = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  mark: Type.String(),
  kind: Type.String(),
  at: Instant,
  reason: Type.String(),
  parkedAt: Instant,
})
export type DeadLetter = Static<typeof DeadLetter>
