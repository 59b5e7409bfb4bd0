/** The kitchen of the store: what its displays report, on the LAN or by way of the hub. */
export { applyHubReport, type HubReport } from "./apply-report.ts"
export { readCallbackHandler } from "./read-callback.ts"
export { reportKitchenHandler } from "./report-kitchen.ts"
