/** What headquarters sees of the stores' people: the trail of what was done. */
export { applyAudit } from "./apply-audit.ts"
export { listStoreTrailHandler } from "./list-trail.ts"
export { createTrailPruner } from "./prune-trail.ts"
export { readStoreAudit } from "./store-audit-store.ts"
