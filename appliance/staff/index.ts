/** The people of the store: PINs, roles, who is signed in where, and the trail of what was done. */
export { createHashPin, type HashPin } from "./hash-pin.ts"
export { listAuditHandler } from "./list-audit.ts"
export { changeStaffHandler, createStaffHandler, listStaffHandler } from "./manage-staff.ts"
export { type Act, audited, createRecordAudit, type RecordAudit } from "./record-audit.ts"
export { readSignedInHandler, signInHandler, signOutHandler } from "./sign-in.ts"
export { createStaffGate, type SharedActs } from "./staff-gate.ts"
export { hasStaff } from "./staff-store.ts"
export { endTokensAt } from "./tokens-store.ts"
