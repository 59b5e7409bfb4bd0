/** The kitchen of the store: its screens, and what other displays report, on the LAN or by way of the hub. */
export { actAtStationHandler, type KitchenParts } from "./act-at-station.ts"
export { applyHubReport, type HubReport } from "./apply-report.ts"
export { withTickets } from "./follow-orders.ts"
export { openInKitchen } from "./open-in-kitchen.ts"
export {
  clearVoidHandler,
  handOverOrderHandler,
  readExpoHandler,
  releaseOrderHandler,
  sayReadyHandler,
} from "./pass.ts"
export { readBoardHandler } from "./read-board.ts"
export { readCallbackHandler } from "./read-callback.ts"
export { readStationHandler } from "./read-station.ts"
export { reportKitchenHandler } from "./report-kitchen.ts"
export { type LostReport, takeBackReport } from "./take-back.ts"
