/** How a register asks for a payment link and sees its result (docs/contract/payments.md#payment-links). */
import Type from "typebox"
import { ATTEMPT_STATUSES } from "../shapes/charge.ts"
import { OrderStatus } from "../shapes/order.ts"
import { nullable, oneOf, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const OrderRef = Type.Object({ orderId: ShortText })

/**
 * Why there is no link: the hub or the provider made none; the guest's payment was declined; the link expired or was cancelled; its money
 * went back; or its money is there and does not fit the order, so that people must look.
 */
const LINK_ENDS = ["rejected", "declined", "expired", "canceled", "returned", "unfit"] as const
export type LinkEnd = (typeof LINK_ENDS)[number]

export const ChargeStanding = Type.Object({
  orderStatus: OrderStatus,
  paid: Type.Boolean(),
  /** Whether the hub can be reached: without it no link is made. */
  online: Type.Boolean(),
  /** The hub was asked and has not answered yet. */
  asking: Type.Boolean(),
  /** Waits for the guest; shown as a QR code. */
  link: nullable(Type.String()),
  status: nullable(oneOf(...ATTEMPT_STATUSES)),
  ended: nullable(oneOf(...LINK_ENDS)),
  /** The provider's or the hub's own words. */
  fault: nullable(Type.String()),
})

export const requestCharge = endpoint({
  name: "register.askCharge",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/orders/:orderId/charge",
  scope: "store:register",
  params: OrderRef,
  body: Type.Object({ methodCode: ShortText }),
  replies: { 202: ChargeStanding },
  refusals: ["NOT_FOUND", "ORDER_NOT_OPEN", "CONFLICT", "SERVICE_UNAVAILABLE"],
  summary: "Asks the hub for a payment link for an open order; a link that waits already is kept.",
  section: "screens.md#cashier-charges",
})

export const readCharge = endpoint({
  name: "register.readCharge",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/orders/:orderId/charge",
  scope: "store:register",
  params: OrderRef,
  replies: { 200: ChargeStanding },
  refusals: ["NOT_FOUND"],
  summary: "How an order's payment link stands.",
  section: "screens.md#cashier-charges",
})
