/** Printing at the store: the print queue, the printers, and the way from laid-out lines to bytes. */

export {
  createPrinting,
  type Drawer,
  type EnqueueInput,
  type PrintAlert,
  type Printing,
  type PrintingDeps,
} from "./create-printing.ts"
export { runFindCommand } from "./discovery/find-command.ts"
export { findPrinters } from "./discovery/find-printers.ts"
export { runModelsCommand } from "./discovery/models-command.ts"
export { checkPrinters, findPrinter, type PrinterSpec, readPrinterSpec } from "./discovery/read-printer-spec.ts"
export { pageOf, savePage } from "./encoding/code-page-store.ts"
export { charactersAt } from "./encoding/code-pages.ts"
export { drawMissingCodes } from "./encoding/draw-missing-codes.ts"
export { type Encoded, encodeDocument, encodeDrawer } from "./encoding/encode.ts"
export { findProfile, type PageName, PROFILES, type PrinterProfile } from "./encoding/printer-profiles.ts"
