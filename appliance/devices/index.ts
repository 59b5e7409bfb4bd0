/** The store's screens: pairing, keys, who is asking. */
export { authenticate, findDeviceKey } from "./authenticate.ts"
export { type Device, hasDevice } from "./devices-store.ts"
export { createPairingCode, pairDeviceHandler } from "./pair-device.ts"
