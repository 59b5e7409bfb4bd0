/** Fiscal numbering at the hub: numbers, hands over, hears the authority, keeps what the stores numbered. */
export { applyNumbered } from "./apply-numbered.ts"
export type { Authorities, FiscalAuthority, SubmittedDocument, Taken } from "./authority.ts"
export { fiscalKinds } from "./fiscal-kinds.ts"
export { createLinkFiscal } from "./link-order.ts"
export { numberFiscalHandler } from "./number-fiscal.ts"
export { readRequestHandler } from "./read-request.ts"
export { flaggedRequests, type KeptRequest } from "./requests-store.ts"
export { createSandboxAuthority, type SandboxAuthority, sandboxKey } from "./sandbox-authority.ts"
