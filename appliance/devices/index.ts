/** The store's screens: pairing, keys, who is asking. */
export { authenticate } from "./authenticate.ts"
export { type Device, findDeviceByKey, hasDevice } from "./devices-store.ts"
export { createPairingCode, pairDeviceHandler } from "./pair-device.ts"
