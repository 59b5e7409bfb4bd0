/** The endpoints of orders: create, read, confirm payment (docs/contract/orders.md#create-an-order). */
import Type from "typebox"
import { Correction, OrderCorrection } from "../shapes/correction.ts"
import { OrderInjection } from "../shapes/injection.ts"
import { Order, OrderStatus, PaymentStatus } from "../shapes/order.ts"
import { nullable, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { Settlement } from "../shapes/settlement.ts"
import { DeclineResolution, PaymentConfirmation, Tender } from "../shapes/tender.ts"
import { endpoint } from "./endpoint.ts"

export const ORDERS = "/api/v1/core/external/orders"

/** The order's UUID, its external id, or its `metadata.order_id`. */
export const OrderRef = Type.Object({ orderId: ShortText })

const Created = Type.Object({
  id: Uuid,
  orderId: Type.String(),
  orderCode: Type.String(),
  status: OrderStatus,
  revision: Type.Integer(),
  alreadyExisted: Type.Boolean(),
})

export const createOrder = endpoint({
  name: "orders.create",
  family: "core",
  method: "POST",
  path: ORDERS,
  scope: "orders:write",
  repeatable: true,
  body: OrderInjection,
  replies: { 201: Created, 200: Created },
  refusals: ["VALIDATION_ERROR", "AMOUNT_MISMATCH", "NOT_FOUND", "FISCAL_NUMBERING_FAILED"],
  summary: "Creates an order; `orderId` is its external id and, with the vendor, its idempotency key.",
  section: "orders.md#create-an-order",
  example: {
    orderId: "web-1001",
    orderCode: "A-101",
    createdAt: "2026-11-21T12:30:00-05:00",
    channel: "POS",
    selectedShippingMethod: "TAKE_AWAY",
    client: { uid: "c-1", name: "Ana", lastName: "Núñez" },
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa clásica", quantity: 1, unitPrice: "6.5000" }] },
    payments: { totals: [{ code: "TOTAL", amount: "6.5000" }], currencyCode: "USD", status: "PENDING" },
  },
})

export const ProjectedOrder = Type.Partial(Type.Object({ ...Order.properties, revision: Type.Integer() }))

export const getOrder = endpoint({
  name: "orders.get",
  family: "core",
  method: "GET",
  path: `${ORDERS}/:orderId`,
  scope: "orders:read",
  params: OrderRef,
  query: Type.Object({ fields: Type.Optional(Type.String()) }),
  replies: { 200: ProjectedOrder },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Reads one order by its UUID, its external id or its `metadata.order_id`; `fields` projects it.",
  section: "orders.md#get-an-order",
})

export const updateOrder = endpoint({
  name: "orders.update",
  family: "core",
  method: "PUT",
  path: `${ORDERS}/:orderId`,
  scope: "orders:write",
  repeatable: true,
  params: OrderRef,
  body: OrderCorrection,
  replies: {
    200: Type.Object({
      outcome: oneOf("applied", "duplicate", "noop"),
      revision: Type.Integer(),
      id: Uuid,
      orderCode: Type.String(),
      applied: nullable(Correction),
    }),
  },
  refusals: [
    "VALIDATION_ERROR",
    "NOT_FOUND",
    "CONFLICT",
    "STALE_REVISION",
    "ORDER_NOT_OPEN",
    "ORDER_ALREADY_INVOICED",
    "PAYLOAD_TOO_LARGE",
    "STORE_UNREACHABLE",
  ],
  summary: "Corrects the buyer, the billing and the locator of an open order; never charges, closes or emits.",
  section: "orders.md#correct-an-order",
  example: {
    expectedRevision: 1,
    idempotencyKey: "correction-1001-1",
    additionalInfo: { orderCode: "A-102", kiosk: { buzzer_name: "Ana", invoice_print: true } },
    client: {
      uid: "c-1",
      name: "Ana",
      lastName: "Núñez",
      billingInformation: { govIdType: "RUC", govIdNumber: "1790012345001", businessName: "Acme SA" },
    },
  },
})

export const confirmPayment = endpoint({
  name: "orders.confirmPayment",
  family: "core",
  method: "POST",
  path: `${ORDERS}/:orderId/confirm-payment`,
  scope: "orders:write",
  repeatable: true,
  params: OrderRef,
  body: PaymentConfirmation,
  replies: {
    200: Type.Object({
      outcome: oneOf("settled", "declined", "duplicate"),
      revision: Type.Integer(),
      status: OrderStatus,
      paymentStatus: PaymentStatus,
      settlement: nullable(Settlement),
      payments: Type.Array(Tender),
      declines: Type.Array(DeclineResolution),
    }),
  },
  refusals: [
    "VALIDATION_ERROR",
    "AMOUNT_MISMATCH",
    "NOT_FOUND",
    "CONFLICT",
    "ORDER_NOT_OPEN",
    "PAYLOAD_TOO_LARGE",
    "FISCAL_NUMBERING_FAILED",
    "STORE_UNREACHABLE",
  ],
  summary: "Records the tenders of an open order, all or nothing against its total; declined ones are recorded too.",
  section: "payments.md#confirm-payment",
  example: {
    payments: [
      {
        transaction_id: "t-1001-1",
        status: "approved",
        amount: "6.5000",
        currency_code: "USD",
        method: "CASH",
        occurred_at: "2026-11-21T12:31:00-05:00",
      },
    ],
  },
})
