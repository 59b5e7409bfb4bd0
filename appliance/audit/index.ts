/** The audit log of the store: who did what at which screen. */

export { clockJumpOfDay } from "./audit-store.ts"
export { listAuditHandler } from "./list-audit.ts"
export { type Act, type AuditDeps, audited, createRecordAudit, type RecordAudit } from "./record-audit.ts"
