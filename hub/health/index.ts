/** Health of components: kiosks, kitchen stations, registers, and the stores' boxes. */
export { applyHealthReport, applyHeartbeatOp } from "./apply-health-report.ts"
export { createRecordHeartbeats, type RecordHeartbeats } from "./batch-heartbeats.ts"
export { createHealth, type Health } from "./create-health.ts"
export { countStoresHandler, listStoreOutagesHandler, listStoresHandler, readStoreHandler } from "./list-stores.ts"
export { noteOutageTest, outageTestIn } from "./mark-outage-test.ts"
export { type HeartbeatDeps, heartbeatHandler } from "./record-heartbeat.ts"
