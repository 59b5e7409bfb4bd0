/** Orders at the store. */
export { applyHubOrder, type HubOrders } from "./apply-hub-order.ts"
export { confirmPaymentHandler } from "./confirm-payment.ts"
export { createOrderHandler } from "./create-order.ts"
export { getOrderHandler } from "./get-order.ts"
export { listOrdersHandler } from "./list-orders.ts"
export { findOrder, openOrders, ordersOfDay, ordersWithCashBetween, recentOrders } from "./orders-store.ts"
export { recordChange } from "./record-change.ts"
export { updateOrderHandler } from "./update-order.ts"
