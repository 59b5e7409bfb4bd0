/** The store's configuration and menu. */

export { readConfig, requireConfig, saveConfig, storeFace } from "./config-store.ts"
export { listDeclineReasonsHandler } from "./list-decline-reasons.ts"
export { listMethodsHandler } from "./list-methods.ts"
export { type SealKey, saveMethods } from "./methods-store.ts"
export { readMenuHandler } from "./read-menu.ts"
