/** Updates of boxes: which version is offered to which store. */
export { queryUpdateHandler } from "./offer-update.ts"
export { haltRingHandler, listRingsHandler, putIntoRingHandler, readStoreRingHandler } from "./rollout-handlers.ts"
export { createUpdatesAdmin, type UpdatesAdmin } from "./updates-admin.ts"
