/** How the box gets its store. */

export {
  type BoxCredential,
  type Credentials,
  createCredentials,
  forgetCredential,
  loadBoxKey,
} from "./box-credential.ts"
export type { ShowClaim } from "./claim-box.ts"
export { connectToHub } from "./connect-to-hub.ts"
