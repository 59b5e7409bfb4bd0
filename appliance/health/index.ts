/** The health of the store's devices, as they report it to the box. */
export { beatHandler } from "./beat.ts"
