/** The answer that the cashier's page is drawn from. */
export { type HubLink, readTodayHandler } from "./read-today.ts"
