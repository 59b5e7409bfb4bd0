/** The endpoints of the legacy aggregator family: create, read and cancel an order, in snake_case (docs/contract/cancellation.md#cancel-a-legacy-order). */
import Type from "typebox"
import { CANCELLATION_CODES } from "../shapes/cancellation.ts"
import { OrderInjection } from "../shapes/injection.ts"
import { LegacyCancellation, LegacyOrder } from "../shapes/legacy-order.ts"
import { ShortText } from "../shapes/scalars.ts"
import { snakeSchema } from "../shapes/snake-case.ts"
import { endpoint } from "./endpoint.ts"

const ORDERS = "/api/v4/integrations/sales/aggregator/orders"

/** The order's `uid` or its external id. */
const OrderUid = Type.Object({ order_uid: ShortText })

export const legacyCreate = endpoint({
  name: "legacy.create",
  family: "legacy",
  method: "POST",
  path: ORDERS,
  scope: "orders:write",
  body: snakeSchema(OrderInjection),
  replies: { 201: LegacyOrder, 200: LegacyOrder },
  refusals: ["VALIDATION_ERROR", "AMOUNT_MISMATCH", "PAYMENT_METHODS_NOT_FOUND", "NOT_FOUND"],
  summary:
    "Creates an order: the body of Create order in snake_case. The same `order_id` again is 200 and changes nothing.",
  section: "orders.md#legacy-orders",
  example: {
    order_id: "legacy-1001",
    order_code: "L-101",
    created_at: "2026-11-21T12:30:00-05:00",
    channel: "GLOVO",
    selected_shipping_method: "DELIVERY",
    client: { uid: "c-1", name: "Ana", last_name: "Núñez" },
    store: { code: "UIO-001" },
    order: { products: [{ product_id: "p-burger", name: "Hamburguesa clásica", quantity: 1, unit_price: 6.5 }] },
    payments: {
      totals: [{ code: "TOTAL", amount: 6.5 }],
      currency_code: "USD",
      status: "SUCCEEDED",
      payment_methods: [{ method: "CARD", amount: 6.5 }],
    },
    metadata: { order_token: "glovo-token-1" },
  },
})

export const legacyGet = endpoint({
  name: "legacy.get",
  family: "legacy",
  method: "GET",
  path: `${ORDERS}/:order_uid`,
  scope: "orders:read",
  params: OrderUid,
  replies: { 200: LegacyOrder },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "Reads one order; its amounts are in major units.",
  section: "cancellation.md#cancel-a-legacy-order",
})

export const legacyCancel = endpoint({
  name: "legacy.cancel",
  family: "legacy",
  method: "POST",
  path: `${ORDERS}/:order_uid/refund`,
  scope: "orders:write",
  params: OrderUid,
  body: LegacyCancellation,
  replies: { 200: LegacyOrder },
  refusals: [
    "VALIDATION_ERROR",
    "PAYMENT_METHODS_NOT_FOUND",
    "ORDER_TOKEN_REQUIRED",
    "NOT_FOUND",
    "CONFLICT",
    ...CANCELLATION_CODES,
    "REFUND_FAILED",
    "STORE_UNREACHABLE",
  ],
  summary: "Cancels an open order and refunds it; the order's amounts stay as they were.",
  section: "cancellation.md#cancel-a-legacy-order",
  example: {
    reason: "Sin repartidor",
    vendor_uid: "acme.ec.quito",
    store_uid: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
    cancellation_type: "rider-missing",
    media: "APP",
  },
})
