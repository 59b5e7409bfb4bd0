/** The store's configuration and menu. */
export { readConfig, requireConfig, saveConfig, storeFace } from "./config-store.ts"
export { listDeclineReasonsHandler } from "./list-decline-reasons.ts"
export { readMenuHandler } from "./read-menu.ts"
