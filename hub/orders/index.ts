/** Orders: created, read, charged, copied from their stores. */

export { AGGREGATOR, saveMirrors } from "./aggregator-mirror-store.ts"
export {
  type AggregatorPart,
  lockAggregators,
  lockFreeAggregators,
  lockReported,
  lockStoreLogsOfOrders,
  storesOf,
} from "./aggregator-store.ts"
export { applyKnownOrders } from "./apply-known-orders.ts"
export { applyNewOrders } from "./apply-new-orders.ts"
export { applyOrderChanged, type OrderChangedBody } from "./apply-order.ts"
export { confirmPaymentHandler } from "./confirm-payment.ts"
export { type ConflictKey, markConflictAnswered } from "./conflicts-store.ts"
export { createLegacyOrderHandler } from "./create-legacy-order.ts"
export { createOrderHandler } from "./create-order.ts"
export type { CreateOrdersDeps } from "./create-orders.ts"
export { cashBetween, movedBetween, rowsOfDay } from "./figures-store.ts"
export { resolveOrder } from "./find-order.ts"
export { getLegacyOrderHandler } from "./get-legacy-order.ts"
export { getOrderHandler } from "./get-order.ts"
export type { LinkAllFiscal, LinkFiscal } from "./link-fiscal.ts"
export { listLostSalesHandler } from "./list-lost-sales.ts"
export { listOrdersHandler } from "./list-orders.ts"
export { lostSalesOfStore } from "./lost-sales-store.ts"
export { offerOrder, returnedOrder } from "./offer-order.ts"
export type { OpenDays } from "./open-days.ts"
export {
  findByExternalId,
  findOrder,
  lockByExternalId,
  lockOpenOrders,
  lockOrder,
  openOrders,
  ordersAtStore,
  ordersOfDay,
  recordOf,
  type StoredOrderRow,
  storeOfExternal,
  updateOrder,
} from "./orders-store.ts"
export { readFiscalStateHandler } from "./read-fiscal-state.ts"
export { applyLostSale, recordLostSaleHandler } from "./record-lost-sale.ts"
export { findReportedOrders, type Named, type ReportedOrder, type ReportedOrders } from "./reported-orders-store.ts"
export { searchOrders } from "./search-orders.ts"
export { type SendToKitchenDeps, withKitchen } from "./send-to-kitchen.ts"
export { rowsOfVendorDay, salesOfStores, type VendorRow } from "./totals-store.ts"
export { updateOrderHandler } from "./update-order.ts"
