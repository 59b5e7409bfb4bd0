/** How the box gets its store. */
export { type BoxCredential, readCredential, saveCredential } from "./box-credential.ts"
export { claimBox } from "./claim-box.ts"
