/** New versions of the box: found, fetched, asked for, and the way back. */
export { canOpen, keepBeforeMigration, takeReturn } from "./return-path.ts"
export { copyMoment } from "./schema-store.ts"
