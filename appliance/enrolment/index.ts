/** Enrolment: how the box gets its store and its credential. */

export {
  type BoxCredential,
  type Credentials,
  createCredentials,
  forgetCredential,
  loadBoxKey,
} from "./box-credential.ts"
export type { ShowClaim } from "./claim-box.ts"
export { connectToHub } from "./connect-to-hub.ts"
