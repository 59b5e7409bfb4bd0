/** Printing at the store: the spool, the printers, and the way from laid-out lines to bytes. */
export { charactersAt } from "./code-pages.ts"
export {
  createPrinting,
  type Drawer,
  type PaperOrder,
  type PrintAlert,
  type Printing,
  type PrintingDeps,
} from "./create-printing.ts"
export { type Encoded, encodeDrawer, encodePaper } from "./encode.ts"
export { runFindCommand } from "./find-command.ts"
export { findPrinters } from "./find-printers.ts"
export { pageOf, savePage } from "./page-store.ts"
export { findProfile, type PageName, PROFILES, type PrinterProfile } from "./profiles.ts"
export { checkPrinters, findPrinter, type PrinterSpec, readPrinterSpec } from "./read-printer-spec.ts"
export type { Answer } from "./resolve-job.ts"
