/** Printing at the hub: documents as print jobs, for whoever has the printer. */
export { printDayCloseHandler } from "./print-day-close.ts"
