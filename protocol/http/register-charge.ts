/** The register's endpoints that request a payment link and read its result (docs/contract/payments.md#payment-links). */
import Type from "typebox"
import { ATTEMPT_STATUSES } from "../shapes/charge.ts"
import { OrderStatus } from "../shapes/order.ts"
import { nullable, oneOf, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const OrderRef = Type.Object({ orderId: ShortText })

/**
 * How a link ended. `rejected`: the hub or the provider made none. `returned`: its money was refunded. `unfit`: it was paid, but the
 * amount does not fit the order, so a person must decide.
 */
const LINK_ENDS = ["rejected", "declined", "expired", "canceled", "returned", "unfit"] as const
export type LinkEnd = (typeof LINK_ENDS)[number]

export const ChargeState = Type.Object({
  orderStatus: OrderStatus,
  paid: Type.Boolean(),
  /** Whether the hub can be reached; payment links need it. */
  online: Type.Boolean(),
  /** The hub was asked and has not answered yet. */
  asking: Type.Boolean(),
  /** The link that waits for the guest; the screen shows it as a QR code. */
  link: nullable(Type.String()),
  status: nullable(oneOf(...ATTEMPT_STATUSES)),
  ended: nullable(oneOf(...LINK_ENDS)),
  /** The provider's or the hub's message. */
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
  replies: { 202: ChargeState },
  refusals: ["NOT_FOUND", "ORDER_NOT_OPEN", "CONFLICT", "SERVICE_UNAVAILABLE"],
  summary: "Requests a payment link from the hub for an open order; a link that already waits is kept.",
  section: "screens.md#cashier-charges",
})

export const readCharge = endpoint({
  name: "register.readCharge",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/orders/:orderId/charge",
  scope: "store:register",
  params: OrderRef,
  replies: { 200: ChargeState },
  refusals: ["NOT_FOUND"],
  summary: "Reads the state of an order's payment link.",
  section: "screens.md#cashier-charges",
})
