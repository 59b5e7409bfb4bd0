/** Documents of the store: built from its orders, days and shifts, then printed or previewed. */
export { choosePageHandler } from "./choose-code-page.ts"
export { withKitchenTickets } from "./kitchen-tickets.ts"
export { openDrawerHandler } from "./open-drawer.ts"
export { previewDayHandler } from "./preview-day.ts"
export { printDayCloseHandler } from "./print-day-close.ts"
export { printDocumentHandler } from "./print-document.ts"
export {
  findPrintersHandler,
  listAlertsHandler,
  listPrintJobsHandler,
  moveJobHandler,
  resolveJobHandler,
} from "./print-job-handlers.ts"
export { readPictureHandler } from "./read-job-picture.ts"
