/** The store's screens: pairing, keys, who is asking, who is there. */
export { authenticate, findDeviceKey } from "./authenticate.ts"
export { stationFault } from "./bind-station.ts"
export { type CodeTries, createCodeTries } from "./code-tries.ts"
export { type Device, hasDevice, listPaired } from "./devices-store.ts"
export { hostNames, lanUrl } from "./lan-url.ts"
export {
  changeDeviceHandler,
  type DeviceParts,
  listDevicesHandler,
  makeCodeHandler,
  readSelfHandler,
  revokeDeviceHandler,
} from "./manage-devices.ts"
export { createPairingCode, drawCode, type NewDevice, pairDeviceHandler } from "./pair-device.ts"
export { createPresence, type Presence, withPresence } from "./presence.ts"
export { stationOf } from "./station-of.ts"
export { stationsWithScreens } from "./stations-store.ts"
export { stillPaired } from "./still-paired.ts"
