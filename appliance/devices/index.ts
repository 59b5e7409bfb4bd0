/** The store's screens: pairing, keys, authentication, presence. */
export { authenticate, findDeviceKey, recheckPairing } from "./authenticate-caller.ts"
export { createPresence, type Presence, withPresence } from "./device-presence.ts"
export { type Device, hasDevice, listPaired, stationsWithScreens } from "./devices-store.ts"
export { hostNames, lanUrl } from "./lan-url.ts"
export {
  changeDeviceHandler,
  type DeviceDeps,
  listDevicesHandler,
  makeCodeHandler,
  readSelfHandler,
  revokeDeviceHandler,
  stationFault,
} from "./manage-devices.ts"
export {
  countPairingAttempts,
  createPairingCode,
  drawCode,
  type NewDevice,
  type PairingAttempts,
  pairDeviceHandler,
} from "./pair-device.ts"
