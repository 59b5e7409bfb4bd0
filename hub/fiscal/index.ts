/** Fiscal numbering at the hub: numbers documents, submits them, applies the authority's rulings, stores what the stores numbered. */
export { applyNewNumbered } from "./apply-new-numbered.ts"
export { applyNumbered } from "./apply-numbered.ts"
export type { Authorities, FiscalAuthority, SubmittedDocument, Taken } from "./authority.ts"
export { isCancelledDuplicate } from "./cancel-duplicate.ts"
export { queueCreditNote } from "./credit-refund.ts"
export { createFiscalAdmin, type FiscalAdmin, STUCK_AFTER_MS, type StuckDocument } from "./fiscal-admin.ts"
export { fiscalKinds } from "./fiscal-jobs.ts"
export { createLinkAllFiscal, createLinkFiscal } from "./link-order.ts"
export { numberFiscalHandler } from "./number-fiscal.ts"
export { readRequestHandler } from "./read-request.ts"
export { reportFiscalHandler } from "./report-fiscal.ts"
export {
  fiscalRecordOf,
  fiscalRecordsOf,
  flaggedRequests,
  numberedAmong,
  type StoredRequest,
} from "./requests-store.ts"
export { createSandboxAuthority, type SandboxAuthority, sandboxKey } from "./sandbox-authority.ts"
export { sendSequences } from "./send-sequences.ts"
export { queueVoid } from "./void-cancelled-document.ts"
