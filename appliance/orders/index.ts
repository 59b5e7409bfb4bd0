/** Orders at the store. */
export { applyAggregator } from "./apply-aggregator.ts"
export { applyHubOrder, type HubOrders } from "./apply-hub-order.ts"
export { type SettledRefund, settleRefund } from "./apply-refund-result.ts"
export { cancelOrderHandler } from "./cancel-order.ts"
export { checkCancellationHandler } from "./check-cancellation.ts"
export { confirmPaymentHandler } from "./confirm-payment.ts"
export { countConflicts, listConflicts } from "./conflicts-store.ts"
export { createOrderHandler } from "./create-order.ts"
export {
  cashBetween,
  cashCurrencies,
  cashCurrenciesInShift,
  cashInShift,
  hasMovesInShift,
  movedBetween,
  rowsOfDay,
} from "./figures-store.ts"
export { type BusinessDays, findBusinessDay } from "./find-business-day.ts"
export { getOrderHandler } from "./get-order.ts"
export { listOrdersHandler } from "./list-orders.ts"
export { listReasonsHandler } from "./list-reasons.ts"
export { lockForRefundHandler } from "./lock-order-for-refund.ts"
export { addLostSale, findLostSale, restoreLostSale } from "./lost-sales-store.ts"
export type { NumberSale } from "./number-sale.ts"
export { addOrderEvents, hasOrderEvent } from "./order-events-store.ts"
export {
  countAllOpenOrders,
  countOpenOrders,
  findByExternalId,
  findOrder,
  hasOrdersOfDay,
  mapOpenOrders,
  openOrdersOfDay,
  ordersOfDay,
  recentOrders,
  saveOrder,
} from "./orders-store.ts"
export { readFiscalStateHandler } from "./read-fiscal-state.ts"
export { recordChange } from "./record-change.ts"
export { recordLostSaleHandler } from "./record-lost-sale.ts"
export { applyRecordedRefund, listMoneyToReturn, recordRefundHandler } from "./record-refund.ts"
export { type ConflictResolved, resolveConflictHandler, resolveFromHub } from "./resolve-conflict.ts"
export { type RestoredOrder, restoreOrder } from "./restore-order.ts"
export { updateOrderHandler } from "./update-order.ts"
