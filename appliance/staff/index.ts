/** Staff of the store: PINs, roles and sign-in at screens. */

export { createStaffGate, type SharedActs } from "./authorize-staff.ts"
export { createHashPin, type HashPin } from "./hash-pin.ts"
export { changeOwnPinHandler, changeStaffHandler, createStaffHandler, listStaffHandler } from "./manage-staff.ts"
export { drawPin, resetPin, staffMemberToReset } from "./reset-pin.ts"
export { hasManyWrongPins, readSignedInHandler, signInHandler, signOutHandler } from "./sign-in.ts"
export { findByPin, hasStaff, listStaffMembers } from "./staff-store.ts"
export { endTokensAt } from "./staff-tokens-store.ts"
