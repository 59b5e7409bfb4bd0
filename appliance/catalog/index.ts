/** The store's configuration, its catalogue, menus and stock. */

export { applyCatalogPart, applyMenuSyncs, applyStock } from "./apply-catalog-updates.ts"
export { stationFinder } from "./find-station.ts"
export { getMenuHandler } from "./get-menu.ts"
export { listDeclineReasonsHandler } from "./list-decline-reasons.ts"
export { listMethodsHandler } from "./list-methods.ts"
export { currentKioskMenu, menuMark } from "./menu-cache.ts"
export { type SealKey, saveMethods } from "./methods-store.ts"
export { readMenuHandler } from "./read-register-menu.ts"
export { setAvailabilityHandler } from "./set-availability.ts"
export { readConfig, requireConfig, saveConfig, storeSummary } from "./store-config-store.ts"
export { readTemplates, saveTemplate } from "./templates-store.ts"
export { createStockWatch } from "./watch-stock.ts"
