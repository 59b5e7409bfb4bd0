/** New versions of the box: found, fetched, asked for, and the way back. */
export { type AskHub, createUpdates, type Updates } from "./create-updates.ts"
export { readUpdateHandler, updateNowHandler } from "./handlers.ts"
export { canOpen, keepBeforeMigration, takeReturn } from "./return-path.ts"
export { copyMoment } from "./schema-store.ts"
export { archivePath } from "./updater-state.ts"
