/** New versions for boxes: what is offered to whom. */
export { askUpdateHandler } from "./offer-update.ts"
export { haltRingHandler, listRingsHandler, putIntoRingHandler, readStoreRingHandler } from "./rollout-handlers.ts"
export { createUpdatesDesk, type UpdatesDesk } from "./updates-admin.ts"
