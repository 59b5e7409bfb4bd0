/** Updates of the box: offers, download, installation, and rollback. */
export { createUpdates, type QueryHub, type Updates } from "./create-updates.ts"
export { canOpen, copyBeforeMigration, rollBack } from "./rollback.ts"
export { copyMoment } from "./schema-store.ts"
export { readUpdateHandler, updateNowHandler } from "./update-handlers.ts"
export { archivePath } from "./updater-state.ts"
