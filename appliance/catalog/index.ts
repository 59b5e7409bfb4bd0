/** The store's configuration, its catalogue and menus, and what has run out. */

export { applyCatalogPart, applyMenuSyncs, applyStock } from "./apply-hub.ts"
export { readConfig, requireConfig, saveConfig, storeFace } from "./config-store.ts"
export { stationFinder } from "./find-station.ts"
export { getMenuHandler } from "./get-menu.ts"
export { listDeclineReasonsHandler } from "./list-decline-reasons.ts"
export { listMethodsHandler } from "./list-methods.ts"
export { kioskMenuNow, menuMark } from "./menu-book.ts"
export { type SealKey, saveMethods } from "./methods-store.ts"
export { readMenuHandler } from "./read-menu.ts"
export { setAvailabilityHandler } from "./set-availability.ts"
export { createStockWatch } from "./stock-watch.ts"
export { readTemplates, saveTemplate } from "./templates-store.ts"
