/** Fiscal numbering at the store: numbers alone, tells the hub, hears what the authority said. */
export { applyHubNumbered, applyRuled, type Ruled } from "./apply-hub-rulings.ts"
export type { DrawNumberInput } from "./draw-number.ts"
export { linkNumbers, recordRestoredNumbers } from "./link-numbers.ts"
export { numberFiscalHandler } from "./number-fiscal.ts"
export { createNumberSale } from "./number-sale.ts"
export { readNumbers } from "./read-numbers.ts"
export { readRequestHandler } from "./read-request.ts"
export { failedRequestOf } from "./requests-store.ts"
export { restoreRequest } from "./restore-request.ts"
export { planSkips } from "./skip-numbers.ts"
export { type CreditRefund, createCreditRefund, createVoidInvoice, type VoidInvoice } from "./void-invoice.ts"
export {
  applySequences,
  type FileFacts,
  forgetFile,
  noticeCopy,
  numberAtOnce,
  raiseSequences,
  type Sequences,
  waitForSequences,
} from "./wait-for-sequences.ts"
