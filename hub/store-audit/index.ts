/** What headquarters sees of the stores' people: the trail of what was done. */
export { applyAudit } from "./apply-audit-entry.ts"
export { listStoreAuditHandler } from "./list-store-audit.ts"
export { createAuditPruner } from "./prune-store-audit.ts"
export { readStoreAudit } from "./store-audit-store.ts"
