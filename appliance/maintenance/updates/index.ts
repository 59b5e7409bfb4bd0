/** New versions of the box: found, fetched, asked for, and the way back. */
export { type AskHub, createUpdates, type Updates } from "./create-updates.ts"
export { canOpen, keepBeforeMigration, takeReturn } from "./rollback.ts"
export { copyMoment } from "./schema-store.ts"
export { readUpdateHandler, updateNowHandler } from "./update-handlers.ts"
export { archivePath } from "./updater-state.ts"
