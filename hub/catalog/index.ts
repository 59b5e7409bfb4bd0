/** Catalogue, menus, their publication, and the availability of products. */

export { applyStock, catalogKinds } from "./apply-availability.ts"
export { type GetMenuDeps, getMenuHandler } from "./get-menu.ts"
export { findProductStations } from "./items-store.ts"
export { createMenuBook, type MenuBook } from "./menu-cache.ts"
export { latestPublication, readLocks, readMenus, readStockOuts } from "./menu-lists-store.ts"
export { publishMenuHandler, publishMenus } from "./publish-menu.ts"
export { releasePublication, reportMenuSyncHandler } from "./report-sync.ts"
export { sendWholeCatalog } from "./send-catalog.ts"
export { setAvailabilityHandler } from "./set-availability.ts"
export { type CatalogDeps, createUpdateCatalog } from "./update-catalog.ts"
