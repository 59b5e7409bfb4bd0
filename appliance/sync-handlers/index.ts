/** Applies the hub's operations at the box, and executes the requests that the hub sends. */
export { createApplyOp } from "./apply-op.ts"
export { createExecute, type SharedHandlers } from "./execute-endpoint.ts"
