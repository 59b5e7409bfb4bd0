/** Orders: created, read, charged, copied from their stores. */
export { applyOrderChanged, type OrderChangedBody } from "./apply-order.ts"
export { confirmPaymentHandler } from "./confirm-payment.ts"
export { createOrderHandler } from "./create-order.ts"
export { getOrderHandler } from "./get-order.ts"
export { offerOrder } from "./offer-order.ts"
export type { OpenDay } from "./open-day.ts"
export { lockOrdersOfDay, openOrders, ordersOfDay, ordersWithCashBetween, updateOrder } from "./orders-store.ts"
export { type OrderChange, recordEvents } from "./record-events.ts"
