/** The endpoints of lost sales (docs/contract/orders.md#record-a-lost-sale). */
import Type from "typebox"
import { LostSale, LostSaleReport } from "../shapes/lost-sale.ts"
import { listOf, PAGE_QUERY } from "../shapes/page.ts"
import { Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const LOST_SALES = "/api/v1/core/external/lost-sales"

const Recorded = Type.Object({ id: Uuid, alreadyRecorded: Type.Boolean() })

export const recordLostSale = endpoint({
  name: "lostSales.record",
  family: "core",
  method: "POST",
  path: LOST_SALES,
  scope: "orders:write",
  unkeyed: true,
  body: LostSaleReport,
  replies: { 201: Recorded, 200: Recorded },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary:
    "Records a sale that was charged and never became an order; `orderId` is, with the vendor, its idempotency key.",
  section: "orders.md#record-a-lost-sale",
  example: {
    orderId: "pos-7-1002",
    orderCode: "A-102",
    createdAt: "2026-11-21T12:40:00-05:00",
    channel: "POS",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa clásica", quantity: 1, unitPrice: "6.5000" }] },
    payments: {
      totals: [{ code: "TOTAL", amount: "6.5000" }],
      currencyCode: "USD",
      paymentMethods: [{ method: "CARD", amount: "6.5000" }],
    },
    reason: "FISCAL_NUMBERING_FAILED",
    detail: { code: "SEQUENCE_EXHAUSTED", message: "The range of the emission point is used up." },
  },
})

export const listLostSales = endpoint({
  name: "lostSales.list",
  family: "core",
  method: "GET",
  path: LOST_SALES,
  scope: "orders:read",
  query: Type.Object(PAGE_QUERY),
  replies: { 200: listOf("lostSales", LostSale) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists the vendor's lost sales, the latest recorded first.",
  section: "orders.md#record-a-lost-sale",
})
