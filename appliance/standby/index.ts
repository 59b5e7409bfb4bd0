/** The standby: a second box that copies the first over the LAN, and replaces it when it fails. */
export { joinFirst, readJoined, STANDBY_DIR } from "./joined-file.ts"
export { PROMOTION_STEPS, type PromotionStep } from "./promote.ts"
export { CONSOLE_FILE, type RunningStandby, startStandby } from "./run-standby.ts"
export { type ServingStandby, standbyRoutes } from "./serve-standby.ts"
export { normalise } from "./shared-secret.ts"
export { createLogShipper, type LogShipper } from "./ship-log.ts"
export { readStandby, saveCode } from "./standby-store.ts"
export { createPeers } from "./watch-peer.ts"
