/** The query of an order list (docs/contract/orders.md#list-orders). */
import Type, { type Static } from "typebox"
import { OrderStatus, PaymentStatus } from "./order.ts"
import { PAGE_QUERY } from "./page.ts"
import { personal } from "./privacy.ts"
import { LocalDate, oneOf, ShortText } from "./scalars.ts"

/** Accepts a blank for `+`, because a plus that is not encoded arrives as one. */
const Offset = Type.String({ pattern: "^[+ -](0\\d|1[0-4]):[0-5]\\d$", default: "+00:00" })

export const OrderListQuery = Type.Object({
  fields: Type.Optional(Type.String()),
  status: Type.Optional(OrderStatus),
  paymentStatus: Type.Optional(PaymentStatus),
  businessDayDate: Type.Optional(LocalDate),
  dateFrom: Type.Optional(LocalDate),
  dateTo: Type.Optional(LocalDate),
  dateFilterMode: Type.Optional(oneOf("business_day", "created_at")),
  tzOffset: Type.Optional(Offset),
  channel: Type.Optional(ShortText),
  fulfillmentMethod: Type.Optional(ShortText),
  paymentMethod: Type.Optional(ShortText),
  orderCode: Type.Optional(ShortText),
  search: Type.Optional(personal(ShortText)),
  ...PAGE_QUERY,
})
export type OrderListQuery = Static<typeof OrderListQuery>
