/** The two ends of sync at the hub: what a store's op does to the rooms, and what a box is sent. */
export { createApplyOp } from "./apply-op.ts"
export { createApplyTogether } from "./apply-together.ts"
export { createFormerOps } from "./former-ops.ts"
export { createOffer } from "./offer-op.ts"
export { createBeginEpoch, returnKinds } from "./return-records.ts"
export { createOnParked, parkedKinds } from "./tell-parked.ts"
export { settleSuccessorWith, welcomeWith } from "./welcome-box.ts"
