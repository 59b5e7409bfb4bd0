/** Orders on the box's disk, and how a change of an order is recorded. Other folders read and change orders through this one. */
export { addAliases, findAliased } from "./aliases-store.ts"
export { countConflicts, listConflicts } from "./conflicts-store.ts"
export { addCorrections, bytesOfCorrections, findCorrection } from "./corrections-store.ts"
export {
  cashBetween,
  cashCurrencies,
  cashCurrenciesInShift,
  cashInShift,
  hasMovesInShift,
  movedBetween,
  rowsOfDay,
} from "./figures-store.ts"
export { findBusinessDay } from "./find-business-day.ts"
export { addLostSale, findLostSale, restoreLostSale } from "./lost-sales-store.ts"
export { addOrderEvents, hasOrderEvent, type PublishedEvent } from "./order-events-store.ts"
export {
  countAllOpenOrders,
  countOpenOrders,
  findByExternalId,
  findOrder,
  hasOrdersOfDay,
  mapOpenOrders,
  openOrdersOfDay,
  ordersOfDay,
  ordersWithMoneyToReturn,
  recentOrders,
  saveOrder,
  storedOrder,
} from "./orders-store.ts"
export { recordChange } from "./record-change.ts"
