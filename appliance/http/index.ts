/** The box's HTTP server. */
export { type AppParts, createBoxApp } from "./app.ts"
export { readingOnly, writing } from "./run-in-transaction.ts"
