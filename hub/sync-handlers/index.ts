/** The two ends of sync at the hub: what a store's op does to the rooms, and what a box is sent. */

export { createApplyTogether } from "./apply-batch.ts"
export { createFormerOps } from "./apply-leftover-ops.ts"
export { createApplyOp } from "./apply-op.ts"
export { createOffer } from "./offer-op.ts"
export { createOnParked, parkedKinds } from "./report-dead-letters.ts"
export { createBeginEpoch, returnKinds } from "./restore-records.ts"
export { settleSuccessorWith, welcomeWith } from "./send-initial-records.ts"
