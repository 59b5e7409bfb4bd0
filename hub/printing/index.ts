/** Printing at the hub: laid-out print jobs for callers that have a printer. */
export { printDayCloseHandler } from "./print-day-close.ts"
