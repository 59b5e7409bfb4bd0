/** The store's screens: pairing, keys, who is asking, who is there. */
export { authenticate, findDeviceKey } from "./authenticate-caller.ts"
export { stationFault } from "./bind-station.ts"
export { createPresence, type Presence, withPresence } from "./device-presence.ts"
export { type Device, hasDevice, listPaired } from "./devices-store.ts"
export { hostNames, lanUrl } from "./lan-url.ts"
export { type CodeTries, createCodeTries } from "./limit-pairing-attempts.ts"
export {
  changeDeviceHandler,
  type DeviceDeps,
  listDevicesHandler,
  makeCodeHandler,
  readSelfHandler,
  revokeDeviceHandler,
} from "./manage-devices.ts"
export { createPairingCode, drawCode, type NewDevice, pairDeviceHandler } from "./pair-device.ts"
export { stillPaired } from "./recheck-pairing.ts"
export { stationOf } from "./station-of.ts"
export { stationsWithScreens } from "./stations-store.ts"
