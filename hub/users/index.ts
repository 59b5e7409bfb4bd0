/** The people of headquarters: who they are, their sessions, and the trail of what they did. */
export { nameOfActor } from "./actors-store.ts"
export { type AdmitParts, CSRF_HEADER, createAdmitPerson } from "./admit-user.ts"
export { type Deed, ofVendor, recordAudit, recordAuditOf } from "./audit-store.ts"
export { changePasswordHandler, readMeHandler, signOutEverywhereHandler, signOutHandler } from "./my-account.ts"
export { type DoorParts, openByLinkHandler, signInHandler } from "./sign-in.ts"
export { accountOf, noVendor, ofWholeAccount, tenantOf, vendorsAsked } from "./tenant-of.ts"
export { createPeopleDesk, type PeopleDesk } from "./user-admin.ts"
export {
  changePersonHandler,
  invitePersonHandler,
  linkPersonHandler,
  listPeopleAuditHandler,
  listPeopleHandler,
  listPlacesHandler,
} from "./user-handlers.ts"
