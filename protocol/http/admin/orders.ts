/** The dashboard's endpoints of orders: search, and the timeline of one order. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { OrderStatus, PaymentStatus } from "../../shapes/order.ts"
import { personal } from "../../shapes/privacy.ts"
import { CurrencyCode, Instant, LocalDate, nullable, oneOf, ScaledText, Uuid } from "../../shapes/scalars.ts"
import { TimelineEntry } from "../../shapes/timeline.ts"
import { endpoint } from "../endpoint.ts"

const SEARCH_MAX_CHARS = 254

export const FoundOrder = Type.Object({
  id: Uuid,
  orderCode: Type.String(),
  orderExternal: Type.String(),
  vendorId: Type.String(),
  storeId: Uuid,
  storeCode: nullable(Type.String()),
  storeName: Type.String(),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  channel: Type.String(),
  businessDayDate: LocalDate,
  createdAt: Instant,
  total: nullable(ScaledText),
  currencyCode: CurrencyCode,
})
export type FoundOrder = Static<typeof FoundOrder>

export const searchOrders = endpoint({
  name: "admin.searchOrders",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/orders",
  scope: null,
  query: Type.Object({
    ...CURSOR_QUERY,
    /** A complete order code, external id or id; or a buyer's document, phone or e-mail, for users who may see buyers. */
    search: Type.Optional(personal(Type.String({ maxLength: SEARCH_MAX_CHARS }))),
    vendorId: Type.Optional(Type.String()),
    storeId: Type.Optional(Uuid),
    status: Type.Optional(OrderStatus),
    /** Business days, both inclusive. */
    from: Type.Optional(LocalDate),
    to: Type.Optional(LocalDate),
  }),
  replies: { 200: cursorListOf(FoundOrder) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Searches the orders of the user's vendors, newest first.",
  section: "conventions.md#paths",
})

export const OrderTimeline = Type.Object({
  order: FoundOrder,
  /** The side that may change the order now. */
  home: oneOf("hub", "store"),
  timeZone: Type.String(),
  countryCode: nullable(Type.String()),
  timeline: Type.Array(TimelineEntry),
  /** True if deliveries, reports or commands beyond a limit were left out. */
  cut: Type.Boolean(),
  /** The stored order without secrets; without the buyer if the user may not see buyers. */
  record: Type.Unknown(),
  showsBuyers: Type.Boolean(),
})
export type OrderTimeline = Static<typeof OrderTimeline>

export const readTimeline = endpoint({
  name: "admin.readJourney",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/orders/:orderId",
  scope: null,
  params: Type.Object({ orderId: Uuid }),
  replies: { 200: OrderTimeline },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Reads one order with its timeline.",
  section: "conventions.md#paths",
})
