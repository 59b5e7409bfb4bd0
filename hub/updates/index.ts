/** New versions for boxes: what is offered to whom. */
export { queryUpdateHandler } from "./offer-update.ts"
export { haltRingHandler, listRingsHandler, putIntoRingHandler, readStoreRingHandler } from "./rollout-handlers.ts"
export { createUpdatesAdmin, type UpdatesAdmin } from "./updates-admin.ts"
