/** Documents of the store: built from its orders, days and shifts, then printed or previewed. */
export { withKitchenTickets } from "./kitchen-tickets.ts"
export { previewDayHandler } from "./preview-day.ts"
export { printDayCloseHandler } from "./print-day-close.ts"
export { printDocumentHandler } from "./print-document.ts"
export {
  choosePageHandler,
  findPrintersHandler,
  listAlertsHandler,
  listPrintJobsHandler,
  moveJobHandler,
  openDrawerHandler,
  resolveJobHandler,
} from "./print-job-handlers.ts"
export { readPictureHandler } from "./read-job-picture.ts"
