/** Fiscal numbering at the store: draws numbers without the hub, reports them, applies the authority's rulings. */
export { applyHubNumber, applyHubRuling, type HubRuling } from "./apply-hub-rulings.ts"
export type { DrawNumberDeps } from "./draw-number.ts"
export { linkNumbers, recordRestoredNumbers } from "./link-numbers.ts"
export { numberFiscalHandler } from "./number-fiscal.ts"
export { numberSale } from "./number-sale.ts"
export { readNumbers } from "./read-numbers.ts"
export { readRequestHandler } from "./read-request.ts"
export { failedRequestOf } from "./requests-store.ts"
export { restoreRequest } from "./restore-request.ts"
export { planSkips } from "./skip-numbers.ts"
export { creditRefund } from "./void-invoice.ts"
export {
  applySequences,
  detectCopy,
  type FileFacts,
  forgetDatabaseFile,
  numberWithoutWaiting,
  raiseSequences,
  type Sequences,
  waitForSequences,
} from "./wait-for-sequences.ts"
