/** Health of components: kiosks, kitchen stations, registers. */
export { applyBeat } from "./apply-beat.ts"
export { beatHandler } from "./beat.ts"
