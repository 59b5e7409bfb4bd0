/** The store's kiosks: guests create orders and pay by link or at the counter. */

export { skipLocators } from "./locator-store.ts"
export { placeOrderHandler } from "./place-order.ts"
export { printLocatorHandler } from "./print-locator.ts"
export { readKioskHandler, readKioskMenuHandler, readKioskOrderHandler } from "./read-kiosk.ts"
export { readKioskChargeHandler, requestKioskChargeHandler } from "./request-payment-link.ts"
