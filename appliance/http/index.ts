/** The box's HTTP server. */
export { type AppDeps, createBoxApp } from "./app.ts"
export { readingOnly, writing } from "./run-in-transaction.ts"
