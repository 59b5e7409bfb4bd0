/** The two ends of sync at the hub: what a store's op does to the rooms, and what a box is sent. */

export { createApplyBatch } from "./apply-batch.ts"
export { createLeftoverOps } from "./apply-leftover-ops.ts"
export { createApplyOp } from "./apply-op.ts"
export { createOfferOp } from "./offer-op.ts"
export { createOnDeadLetter, deadLetterJobKinds } from "./report-dead-letters.ts"
export { createBeginEpoch, returnKinds } from "./restore-records.ts"
export { sendInitialRecordsWith, settleSuccessorWith } from "./send-initial-records.ts"
