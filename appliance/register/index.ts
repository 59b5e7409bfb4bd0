/** What the cashier's page sees of the whole box. */
export { type HubLink, readTodayHandler } from "./read-today.ts"
