/** Boxes: how they are assigned to a store, authenticated, replaced and called. */

export { acceptPromotionHandler, type PromotionDeps } from "./accept-promotion.ts"
export { authenticateBox } from "./authenticate-box.ts"
export {
  type AtStore,
  atStore,
  type CallStore,
  createStoreCaller,
  type LastSeenAt,
  type StoreCaller,
} from "./call-store.ts"
export { type BeforeClaimCommit, type ClaimBoxDeps, claimBoxHandler, readClaimHandler } from "./claim-box.ts"
export { type ClaimStoreDeps, claimStore } from "./claim-store.ts"
export { type LeftoverDeps, receiveLeftoverHandler } from "./leftover-sync.ts"
export { openClaimHandler } from "./open-claim.ts"
export { type BrokerAddress, pollClaimHandler } from "./poll-claim.ts"
