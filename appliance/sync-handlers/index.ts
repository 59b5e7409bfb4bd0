/** The two ends of sync at the box: what an op of the hub does to the rooms, and how the hub asks what a screen could ask. */
export { createApplyOp } from "./apply-op.ts"
export { createExecute, type SharedHandlers } from "./execute-endpoint.ts"
