/** The fleet: boxes, how they get their store, and the line to them. */
export { authenticateBox } from "./authenticate-box.ts"
export { boxesOf, enrolledAmong, isEnrolled, type Place } from "./boxes-store.ts"
export { type AlsoClaimed, type ClaimingBox, claimBoxHandler, readClaimHandler } from "./claim-box.ts"
export { type Claiming, claimStore } from "./claim-store.ts"
export { type HandingOver, handOverHandler } from "./hand-over.ts"
export { openClaimHandler } from "./open-claim.ts"
export { type BrokerAddress, pollClaimHandler } from "./poll-claim.ts"
export {
  type AtStore,
  atStore,
  type CallStore,
  createStoreLine,
  type HeardAt,
  type StoreLine,
} from "./store-line.ts"
export { type TakingOver, takeOverHandler } from "./take-over.ts"
