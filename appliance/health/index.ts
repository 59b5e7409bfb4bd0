/** The health of the store: its devices, as they report it to the box, and the box itself. */
export { beatHandler } from "./beat.ts"
export { hearScreen, type LivingScreen } from "./hear-screen.ts"
export { createRelay, type Relay } from "./relay.ts"
