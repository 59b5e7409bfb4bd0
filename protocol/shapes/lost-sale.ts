/** A sale that was charged at a register and never became an order (docs/contract/orders.md#record-a-lost-sale). */
import Type, { type Static } from "typebox"
import { InjectedPayments, InjectedProduct, OrderInjection } from "./injection.ts"
import { LostSaleReason } from "./lost-sale-reason.ts"
import { Order } from "./order.ts"
import { FreeForm, Instant, LocalDate, nullable, oneOf, ScaledText, ShortText, Uuid } from "./scalars.ts"

const PRODUCTS_MAX = 500

const { orderId: _id, store, order: _lines, payments: _paid, ...told } = OrderInjection.properties

/** The body of an injection, mostly optional, with the reason why no order was created. Money was taken, so it is stored even if incomplete. */
export const LostSaleReport = Type.Object({
  ...Type.Partial(Type.Object(told)).properties,
  orderId: ShortText,
  store: Type.Object({ ...store.properties, code: ShortText }),
  order: Type.Optional(
    Type.Object({ products: Type.Optional(Type.Array(InjectedProduct, { maxItems: PRODUCTS_MAX })) }),
  ),
  payments: Type.Optional(Type.Partial(InjectedPayments)),
  reason: LostSaleReason,
  detail: Type.Optional(FreeForm),
})
export type LostSaleReport = Static<typeof LostSaleReport>

/** The fields that an order made from the same body would have. */
const { stationId, customer, billing, fulfillment, orderLines, totals, paymentMethods, metadata } = Order.properties

const lostSale = {
  id: Uuid,
  orderId: ShortText,
  orderCode: nullable(Type.String()),
  accountId: Type.String(),
  vendorId: Type.String(),
  storeId: Uuid,
  storeCode: Type.String(),
  reason: LostSaleReason,
  detail: nullable(FreeForm),
  channel: nullable(Type.String()),
  businessDayDate: LocalDate,
  createdAt: Instant,
  recordedAt: Instant,
  total: nullable(ScaledText),
  currencyCode: nullable(Type.String()),
  operatorUid: nullable(Type.String()),
  stationId,
  customer,
  billing,
  fulfillment,
  orderLines,
  totals,
  paymentMethods,
  metadata,
  /** The side that recorded it; left out in records of earlier versions. */
  side: Type.Optional(oneOf("hub", "store")),
}

export const LostSale = Type.Object({
  ...lostSale,
  /** Records of the same sale with other ids, made while the sides did not know of each other's record. */
  replaced: Type.Optional(Type.Array(Type.Object(lostSale))),
})
export type LostSale = Static<typeof LostSale>
