/** The store's kitchen: its screens, and reports of other displays, received on the LAN or from the hub. */

export { applyHubReport, type HubReport } from "./apply-hub-report.ts"
export {
  announceReadyHandler,
  clearVoidHandler,
  handOverOrderHandler,
  readExpoHandler,
  releaseOrderHandler,
} from "./expo.ts"
export { actAtStationHandler, type KitchenDeps } from "./handle-station-action.ts"
export { readBoardHandler } from "./read-board.ts"
export { readCallbackHandler } from "./read-callback.ts"
export { countOpenTickets, readStationHandler } from "./read-station.ts"
export { reportKitchenHandler } from "./report-kitchen-status.ts"
export { type RestoredReport, restoreReport } from "./restore-report.ts"
export { withTickets } from "./update-tickets.ts"
