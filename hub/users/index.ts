/** The dashboard's users, their sessions and the audit log. */
export { nameOfActor } from "./actors-store.ts"
export { type AdmitDeps, CSRF_HEADER, createAdmitUser } from "./admit-user.ts"
export { type AuditAct, inVendor, recordAudit, recordAuditOf } from "./audit-store.ts"
export { changePasswordHandler, readMeHandler, signOutEverywhereHandler, signOutHandler } from "./my-account.ts"
export { openByLinkHandler, type SignInDeps, signInHandler } from "./sign-in.ts"
export { accountOf, noVendor, ofWholeAccount, tenantOf, vendorsRequested } from "./tenant-of.ts"
export { createUserAdmin, type NamedUser, type UserAdmin } from "./user-admin.ts"
export {
  changeUserHandler,
  inviteUserHandler,
  linkUserHandler,
  listStoreChoicesHandler,
  listUserAuditHandler,
  listUsersHandler,
} from "./user-handlers.ts"
