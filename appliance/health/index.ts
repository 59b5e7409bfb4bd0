/** The health of the store: its devices, as they report it to the box, and the box itself. */
export { heartbeatHandler } from "./record-heartbeat.ts"
export { type LivingScreen, recordScreenActivity } from "./record-screen-activity.ts"
export { createRelay, type Relay } from "./report-health.ts"
