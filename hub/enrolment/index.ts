/** The fleet: boxes, how they get their store, and the line to them. */

export { type TakingOver, takeOverHandler } from "./accept-promotion.ts"
export { authenticateBox } from "./authenticate-box.ts"
export { boxesOf, enrolledAmong, isEnrolled, type Place } from "./boxes-store.ts"
export {
  type AtStore,
  atStore,
  type CallStore,
  createStoreLine,
  type HeardAt,
  type StoreLine,
} from "./call-store.ts"
export { type AlsoClaimed, type ClaimingBox, claimBoxHandler, readClaimHandler } from "./claim-box.ts"
export { type Claiming, claimStore } from "./claim-store.ts"
export { type HandingOver, handOverHandler } from "./leftover-sync.ts"
export { openClaimHandler } from "./open-claim.ts"
export { type BrokerAddress, pollClaimHandler } from "./poll-claim.ts"
