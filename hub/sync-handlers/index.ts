/** What the hub does with operations of stores, and what it sends to boxes. */

export { createApplyBatch } from "./apply-batch.ts"
export { createLeftoverOps } from "./apply-leftover-ops.ts"
export { createApplyOp } from "./apply-op.ts"
export { createOfferOp } from "./offer-op.ts"
export { createOnDeadLetter, deadLetterJobKinds } from "./report-dead-letters.ts"
export { createBeginEpoch, returnKinds } from "./restore-records.ts"
export { sendInitialRecordsWith, settleSuccessorWith } from "./send-initial-records.ts"
