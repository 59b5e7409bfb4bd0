/** The store's papers: built from its orders, days and shifts, put on the spool, previewed. */
export { choosePageHandler } from "./choose-page.ts"
export { withKitchenPapers } from "./kitchen-papers.ts"
export { openDrawerHandler } from "./open-drawer.ts"
export { previewDayHandler } from "./preview-day.ts"
export { printDayCloseHandler } from "./print-day-close.ts"
export { printDocumentHandler } from "./print-document.ts"
export { readPictureHandler } from "./read-picture.ts"
export { findPrintersHandler, listAlertsHandler, listSpoolHandler, moveJobHandler, resolveJobHandler } from "./spool.ts"
