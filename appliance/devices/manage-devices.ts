/** Handlers for a manager: list the store's screens, pair a new one, change its name or station, revoke it. */
import type {
  changeDevice,
  listDevices,
  makeCode,
  PairedDevice,
  readSelf,
  revokeDevice,
} from "../../protocol/http/devices.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import { DEVICE_PAGES, type DeviceKind } from "../../protocol/scopes.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { RecordAudit } from "../audit/index.ts"
import { requireConfig, storeSummary } from "../catalog/index.ts"
import { endTokensAt, hasStaff } from "../staff/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import type { Presence } from "./device-presence.ts"
import { findDevice, type KnownDevice, listPaired, revokeDevice as revoke, updateDevice } from "./devices-store.ts"
import { idForName, isSameName } from "./name-device.ts"
import { CODE_LIFE_SECONDS, createPairingCode } from "./pair-device.ts"
import { listOpenCodes } from "./pairing-codes-store.ts"

export interface DeviceDeps {
  readonly ids: Ids
  readonly presence: Presence
  readonly record: RecordAudit
  /** The box's address for the screens. */
  readonly lanUrl: () => string
  /** Closes a device's connections to the broker. */
  readonly disconnect: (deviceId: string) => void
  readonly onDevices: () => void
}

export const readSelfHandler: BoxHandler<typeof readSelf> = (tx, { caller }) => {
  const { kind = "pos", name = caller.keyId, station = null } = caller.device ?? {}
  const store = storeSummary(requireConfig(tx).store)
  return { status: 200, data: { deviceId: caller.keyId, kind, name, station, store, hasStaff: hasStaff(tx) } }
}

export const listDevicesHandler =
  ({ presence, lanUrl }: DeviceDeps): BoxHandler<typeof listDevices> =>
  (tx, { caller }) => ({
    status: 200,
    data: {
      lanUrl: lanUrl(),
      devices: listPaired(tx).map((device) => pairedDevice(tx, device, { presence, self: caller.keyId })),
      codes: listOpenCodes(tx),
      stations: screenStations(requireConfig(tx).store),
    },
  })

export const makeCodeHandler =
  ({ ids, record, lanUrl, onDevices }: DeviceDeps): BoxHandler<typeof makeCode> =>
  (tx, { body, caller }) => {
    const { kind, station = null } = body
    const name = body.name.trim()
    const fault = stationFault(requireConfig(tx).store, kind, station)
    if (fault) return invalid({ path: "station", message: fault })
    const deviceId = idForName(tx, kind, name)
    if (deviceId === caller.keyId) return refuse("CONFLICT", "This is the name of the screen that asks.")
    const code = createPairingCode(tx, { kind, deviceId, name, station }, ids, CODE_LIFE_SECONDS)
    const expiresAt = plusSeconds(tx.now, CODE_LIFE_SECONDS)
    record(tx, { action: "device.pair", caller, subject: deviceId, detail: { kind, name, station } })
    tx.afterCommit(onDevices)
    const url = `${lanUrl()}${DEVICE_PAGES[kind]}#pair=${code}`
    return { status: 201, data: { deviceId, kind, name, station, expiresAt, code, url } }
  }

export const changeDeviceHandler =
  ({ presence, record, onDevices }: DeviceDeps): BoxHandler<typeof changeDevice> =>
  (tx, { params, body, caller }) => {
    const device = findDevice(tx, params.deviceId)
    if (!device) return NOT_PAIRED
    const name = body.name?.trim() ?? device.name
    const station = body.station ?? device.station
    const fault = stationFault(requireConfig(tx).store, device.kind, station)
    if (fault) return invalid({ path: "station", message: fault })
    const sameName = listPaired(tx).find((other) => other.deviceId !== device.deviceId && isSameName(other.name, name))
    if (sameName) return refuse("CONFLICT", "Another screen of the store has this name.")
    updateDevice(tx, { ...device, name, station })
    record(tx, { action: "device.change", caller, subject: device.deviceId, detail: { name, station } })
    tx.afterCommit(onDevices)
    return { status: 200, data: pairedDevice(tx, { ...device, name, station }, { presence, self: caller.keyId }) }
  }

export const revokeDeviceHandler =
  ({ presence, record, disconnect, onDevices }: DeviceDeps): BoxHandler<typeof revokeDevice> =>
  (tx, { params, caller }) => {
    const device = findDevice(tx, params.deviceId)
    if (!device) return NOT_PAIRED
    const { deviceId, kind, name } = device
    revoke(tx, deviceId)
    endTokensAt(tx, deviceId)
    record(tx, { action: "device.revoke", caller, subject: deviceId, detail: { kind, name } })
    tx.afterCommit(() => {
      disconnect(deviceId)
      presence.forget(deviceId)
      onDevices()
    })
    return { status: 200, data: { deviceId } }
  }

const NOT_PAIRED = refuse("NOT_FOUND", "No such screen is paired with this box.")

function pairedDevice(
  tx: BoxTx,
  device: KnownDevice,
  { presence, self }: { presence: Presence; self: string },
): PairedDevice {
  const present = presence.read(tx, device.deviceId)
  const { online = false, lastSeenAt = null, page = null, version = null, shown = null, address = null } = present ?? {}
  return { ...device, online, lastSeenAt, page, version, shown, address, self: device.deviceId === self }
}

type Stations = Pick<Store, "stations">

/** What is wrong with a screen's station, for a person; null where it is right. A store without stations accepts any name. */
export function stationFault(store: Stations, kind: DeviceKind, station: string | null): string | null {
  if (kind !== "kds_station") return station === null ? null : "is only of a kitchen station's screen"
  if (station === null) return "is required: which kitchen station does it show?"
  const known = screenStations(store)
  return known.length === 0 || known.includes(station) ? null : `is none of this store: ${known.join(", ")}`
}

/** Stations with a printer only are left out. */
function screenStations({ stations }: Stations): string[] {
  return stations.filter(({ kind }) => kind === "kds_station").map(({ id }) => id)
}
