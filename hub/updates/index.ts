/** New versions for boxes: what is offered to whom. */
export { askUpdateHandler } from "./ask-update.ts"
export { createUpdatesDesk, type UpdatesDesk } from "./desk.ts"
export { haltRingHandler, listRingsHandler, putIntoRingHandler, readStoreRingHandler } from "./rings.ts"
