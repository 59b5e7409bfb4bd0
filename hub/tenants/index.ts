/** Tenants: accounts, vendors and stores, their configuration, and their keys. */
export { createReadBoxKey, type ReadBoxKey, renewBoxKey } from "./box-keys-store.ts"
export { setBoxOfPoints } from "./box-points-store.ts"
export {
  boxesOf,
  credentialHash,
  type EnrolledStore,
  enrolledAmong,
  isEnrolled,
  replaceBox,
  setCredential,
  wasReplaced,
} from "./boxes-store.ts"
export { createReadPolicy, type ReadPolicy, type VendorPolicy } from "./cancellation-policy.ts"
export { checkAccount } from "./check-account.ts"
export { checkAddress } from "./check-provisioning.ts"
export { findTokenCaller } from "./client-tokens.ts"
export { createKey, type KeyRequest } from "./create-key.ts"
export { type CatalogDocuments, lockMethods, readCatalogDocuments, writeMethods } from "./documents-store.ts"
export type { Downlink } from "./downlink.ts"
export { ensureKey } from "./ensure-key.ts"
export { createKeyring, type Keyring } from "./keyring.ts"
export { findCaller, hasKeyNamed, insertKey } from "./keys-store.ts"
export { listDeclineReasonsHandler } from "./list-decline-reasons.ts"
export { listMethodsByCountryHandler, listMethodsHandler } from "./list-methods.ts"
export { lockBoxes } from "./lock-boxes.ts"
export { type LoggingIn, loginHandler, olderLoginHandler } from "./login.ts"
export {
  clientsSeen,
  expireClient,
  expireKey,
  findClient,
  findKey,
  findKeyName,
  insertClient,
  isClientTaken,
  keyNames,
  keysSeen,
  renameKey,
  revokeClient,
  revokeKey,
} from "./manage-keys-store.ts"
export { hashPassword, matchesPassword, NOBODYS_HASH } from "./passwords.ts"
export { createReadMethods, type ReadMethods } from "./payment-methods.ts"
export { type PlannedChanges, plannedChanges } from "./planned-changes.ts"
export {
  type Progress,
  type ProvisionDeps,
  type Provisioned,
  planProvisioning,
  provision,
  type UpdateCatalog,
} from "./provision.ts"
export { secretColumns } from "./provisioned-rows.ts"
export { Provisioning, provisioningSchema, SECRET_CHARS } from "./provisioning-schema.ts"
export { type PutTemplate, putTemplate, sendTemplate, sendTemplates, type TemplatePut } from "./put-template.ts"
export { type ProvisioningRead, readProvisioning } from "./read-provisioning.ts"
export { createUseWriter } from "./record-key-uses.ts"
export { keepsSealed } from "./sealed-store.ts"
export { countTry, forgetTries, giveBack, pruneTries, type TriesKey } from "./sign-in-tries-store.ts"
export { readStoreChoices } from "./store-choices-store.ts"
export {
  type ConfigDeps,
  HEARTBEAT_INTERVAL_SECONDS,
  intervalOf,
  sendChangedConfigs,
  sendConfig,
  storeConfig,
} from "./store-config.ts"
export {
  countryOfVendor,
  declineReasons,
  findAnyStore,
  findStore,
  findStoreByCode,
  findStoreOfAccount,
  findStoresNamed,
  lockAnyStore,
  lockStore,
  requireStore,
  storesByCode,
  storesOfAccountById,
  storesOfVendor,
} from "./stores-store.ts"
export { templatesOfAccount, templatesOfPaper } from "./templates-store.ts"
export { findAccount, vendorsSeen } from "./vendors-store.ts"
