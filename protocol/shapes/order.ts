/** An order as both sides store it and the API returns it (docs/contract/orders.md#order-fields). Stored amounts are scaled. */
import Type, { type Static } from "typebox"
import { PendingCancellation } from "./cancellation.ts"
import { FiscalRepresentation } from "./fiscal-representation.ts"
import { notPersonal, personal } from "./privacy.ts"
import { FreeForm, Instant, LocalDate, nullable, oneOf, ScaledText, ShortText, Uuid } from "./scalars.ts"
import { Settlement } from "./settlement.ts"
import { Tender } from "./tender.ts"

export const OrderStatus = oneOf("OPEN", "COMPLETED", "FORCE_CLOSED", "CANCELLED")
export type OrderStatus = Static<typeof OrderStatus>

/** REFUNDED and CANCELED occur on cancelled orders only (docs/contract/orders.md#order-states). */
export const PaymentStatus = oneOf("PENDING", "SUCCEEDED", "FAILED", "REFUNDED", "CANCELED")
export type PaymentStatus = Static<typeof PaymentStatus>

const LineTax = Type.Object({ code: Type.String(), rate: nullable(Type.String()), amount: nullable(ScaledText) })

const LineModifier = Type.Object({
  modifierId: nullable(Type.String()),
  optionId: nullable(Type.String()),
  name: nullable(Type.String()),
  quantity: Type.Number(),
  unitPrice: ScaledText,
})

export const OrderLine = Type.Object({
  lineId: Type.String(),
  productId: Type.String(),
  name: Type.String(),
  quantity: Type.Number(),
  unitPrice: ScaledText,
  taxes: Type.Array(LineTax),
  modifiers: Type.Array(LineModifier),
  notes: personal(nullable(Type.String())),
  stationCode: nullable(Type.String()),
})
export type OrderLine = Static<typeof OrderLine>

export const OrderTotal = Type.Object({ code: Type.String(), amount: ScaledText })
export type OrderTotal = Static<typeof OrderTotal>

export const PaidMethod = Type.Object({ method: Type.String(), amount: ScaledText })
export type PaidMethod = Static<typeof PaidMethod>

const OrderStore = Type.Object({
  id: Uuid,
  code: nullable(Type.String()),
  name: Type.String(),
  vendorId: Type.String(),
})

/** A refund of a sale that stands (docs/contract/cancellation.md#refund-a-completed-order). */
export const OrderRefund = Type.Object({
  refundId: ShortText,
  at: Instant,
  /** The day of the refund, which may differ from the sale's. */
  businessDayDate: LocalDate,
  by: Type.String(),
  approvedBy: personal(nullable(Type.String())),
  /** The cashier from whose drawer or terminal it went; left out where a provider returned the money by itself. */
  operatorUid: Type.Optional(nullable(Type.String())),
  /** The lines that were returned, and how much of each; left out for an amount or the whole order. */
  lines: Type.Optional(Type.Array(Type.Object({ lineId: Type.String(), quantity: Type.Number() }))),
  /** Scaled. */
  amount: ScaledText,
  tenders: Type.Array(Type.Object({ method: Type.String(), amount: ScaledText, provider: nullable(Type.String()) })),
  reason: Type.String(),
})
export type OrderRefund = Static<typeof OrderRefund>

/** Every field that a projection may name. */
export const Order = Type.Object({
  id: Uuid,
  orderCode: ShortText,
  orderExternal: ShortText,
  accountId: Type.String(),
  vendorId: Type.String(),
  storeId: Uuid,
  stationId: nullable(Type.String()),
  anonymousCustomerId: personal(nullable(Type.String())),
  customerId: personal(nullable(Type.String())),
  billingId: personal(nullable(Type.String())),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  channel: Type.String(),
  businessDayDate: LocalDate,
  createdAt: Instant,
  updatedAt: Instant,
  completedAt: nullable(Instant),
  deletedAt: nullable(Instant),
  store: OrderStore,
  customer: personal(nullable(FreeForm)),
  billing: personal(nullable(FreeForm)),
  fulfillment: nullable(Type.Object({ method: Type.String() })),
  orderLines: Type.Array(OrderLine),
  totals: Type.Array(OrderTotal),
  paymentMethods: Type.Array(PaidMethod),
  metadata: FreeForm,
  kitchen: nullable(notPersonal(FreeForm)),
  aggregator: nullable(FreeForm),
  settlement: nullable(Settlement),
  payments: Type.Array(Tender),
  /** Left out if nothing was refunded. */
  refunds: Type.Optional(Type.Array(OrderRefund)),
  fiscal: nullable(FreeForm),
})

/** An order as hub and box store it: the public fields and internal ones. */
const OrderBook = Type.Object({
  revision: Type.Integer({ minimum: 1 }),
  /** Counts the order's changes, so that a receiver can drop a stale event. */
  sequence: Type.Integer({ minimum: 0 }),
  currencyCode: Type.String(),
  /** The cashier of an order that was prepaid at a register. */
  operatorUid: nullable(Type.String()),
  /** The shift of each money move, by the move's key (`movesOf`). */
  moneyShifts: Type.Optional(Type.Array(Type.Object({ move: Type.String(), shiftId: Uuid }))),
  /** A cancellation that waits for a provider's refund. */
  cancelling: Type.Optional(PendingCancellation),
  /** The current numbered document; null or left out while no numbering was attempted. */
  fiscalRepresentation: Type.Optional(nullable(FiscalRepresentation)),
})

export const OrderRecord = Type.Object({ ...Order.properties, ...OrderBook.properties })
export type OrderRecord = Static<typeof OrderRecord>

/** Types of outbound order events (docs/contract/events.md#events-that-go-out). */
export const OrderEventType = oneOf(
  "order.opened",
  "order.completed",
  "order.cancelled",
  "order.invoiced",
  "order.reversed",
  "order.sent_to_kitchen",
  "order.sent_to_authority",
)
export type OrderEventType = Static<typeof OrderEventType>

/** The names that `fields` may hold. Get and Update also return `revision`. */
export const ORDER_FIELDS: readonly string[] = [...Object.keys(Order.properties), "revision"]
