/** How the box gets its store. */

export { createAskHandOver } from "./ask-hand-over.ts"
export { type BoxCredential, type Credentials, createCredentials } from "./box-credential.ts"
export { claimBox } from "./claim-box.ts"
