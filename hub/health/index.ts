/** Health of components: kiosks, kitchen stations, registers, and the stores' boxes. */
export { applyBeat, applyRound } from "./apply-health-report.ts"
export { createTakeIn, type TakeIn } from "./batch-heartbeats.ts"
export { createHealth, type Health } from "./create-health.ts"
export { countStoresHandler, listStoreOutagesHandler, listStoresHandler, readStoreHandler } from "./list-stores.ts"
export { drillIn, noteDrill } from "./mark-outage-test.ts"
export { type BeatParts, beatHandler } from "./record-heartbeat.ts"
