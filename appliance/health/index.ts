/** The health of the store: its devices, as they report it to the box, and the box itself. */
export { beatHandler } from "./record-heartbeat.ts"
export { hearScreen, type LivingScreen } from "./record-screen-activity.ts"
export { createRelay, type Relay } from "./report-health.ts"
