/** The stores' audit logs at the hub. */
export { applyAudit } from "./apply-audit-entry.ts"
export { listStoreAuditHandler } from "./list-store-audit.ts"
export { createAuditPruner } from "./prune-store-audit.ts"
export { readStoreAudit } from "./store-audit-store.ts"
