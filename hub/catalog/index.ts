/** Catalogue, menus, their publication, and what has run out. */
export { getMenuHandler, type MenuReading } from "./get-menu.ts"
export { createMenuBook, type MenuBook } from "./menu-book.ts"
export { publishMenuHandler } from "./publish-menu.ts"
export { reportMenuSyncHandler } from "./report-sync.ts"
export { applyStock, catalogKinds } from "./say-stock.ts"
export { sendWholeCatalog } from "./send-catalog.ts"
export { setAvailabilityHandler } from "./set-availability.ts"
export { type CatalogParts, createUpdateCatalog } from "./update-catalog.ts"
