/** Health of components: kiosks, kitchen stations, registers, and the stores' boxes. */
export { applyBeat, applyRound } from "./apply-round.ts"
export { type BeatParts, beatHandler } from "./beat.ts"
export { createHealth, type Health } from "./create-health.ts"
export { createTakeIn, type TakeIn } from "./intake.ts"
export { countStoresHandler, listStoreOutagesHandler, listStoresHandler, readStoreHandler } from "./list-stores.ts"
export { drillIn, noteDrill } from "./note-drill.ts"
