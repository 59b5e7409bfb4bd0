/** The kitchen of the store: its screens, and what other displays report, on the LAN or by way of the hub. */

export { applyHubReport, type HubReport } from "./apply-hub-report.ts"
export {
  clearVoidHandler,
  handOverOrderHandler,
  readExpoHandler,
  releaseOrderHandler,
  sayReadyHandler,
} from "./expo.ts"
export { actAtStationHandler, type KitchenParts } from "./handle-station-action.ts"
export { openInKitchen } from "./open-tickets.ts"
export { readBoardHandler } from "./read-board.ts"
export { readCallbackHandler } from "./read-callback.ts"
export { readStationHandler } from "./read-station.ts"
export { reportKitchenHandler } from "./report-kitchen-status.ts"
export { type LostReport, takeBackReport } from "./restore-report.ts"
export { withTickets } from "./update-tickets.ts"
