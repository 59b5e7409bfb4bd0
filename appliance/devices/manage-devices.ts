/** A manager sees the store's screens, pairs another, renames or moves one, and puts one out. */
import type {
  changeDevice,
  listDevices,
  makeCode,
  PairedDevice,
  readSelf,
  revokeDevice,
} from "../../protocol/http/devices.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import { DEVICE_PAGES } from "../../protocol/scopes.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { RecordAudit } from "../audit/index.ts"
import { requireConfig, storeFace } from "../catalog/index.ts"
import { endTokensAt, hasStaff } from "../staff/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { screenStations, stationFault } from "./bind-station.ts"
import type { Presence } from "./device-presence.ts"
import { changeNames, endDevice, findDevice, type KnownDevice, listPaired } from "./devices-store.ts"
import { alike, idForName } from "./name-device.ts"
import { CODE_LIFE_SECONDS, createPairingCode } from "./pair-device.ts"
import { listOpenCodes } from "./pairing-codes-store.ts"

export interface DeviceDeps {
  readonly ids: Ids
  readonly presence: Presence
  readonly record: RecordAudit
  /** Where the screens find the box. */
  readonly lanUrl: () => string
  /** Cuts a device's line to the broker. */
  readonly cut: (deviceId: string) => void
  readonly onDevices: () => void
}

export const readSelfHandler: BoxHandler<typeof readSelf> = (tx, { caller }) => {
  const { kind = "pos", name = caller.keyId, station = null } = caller.device ?? {}
  const store = storeFace(requireConfig(tx).store)
  return { status: 200, data: { deviceId: caller.keyId, kind, name, station, store, hasStaff: hasStaff(tx) } }
}

export const listDevicesHandler =
  ({ presence, lanUrl }: DeviceDeps): BoxHandler<typeof listDevices> =>
  (tx, { caller }) => ({
    status: 200,
    data: {
      lanUrl: lanUrl(),
      devices: listPaired(tx).map((device) => faceOf(tx, device, { presence, self: caller.keyId })),
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
    const known = findDevice(tx, params.deviceId)
    if (!known) return NO_SUCH
    const name = body.name?.trim() ?? known.name
    const station = body.station ?? known.station
    const fault = stationFault(requireConfig(tx).store, known.kind, station)
    if (fault) return invalid({ path: "station", message: fault })
    const twin = listPaired(tx).find((other) => other.deviceId !== known.deviceId && alike(other.name, name))
    if (twin) return refuse("CONFLICT", "Another screen of the store has this name.")
    changeNames(tx, { ...known, name, station })
    record(tx, { action: "device.change", caller, subject: known.deviceId, detail: { name, station } })
    tx.afterCommit(onDevices)
    return { status: 200, data: faceOf(tx, { ...known, name, station }, { presence, self: caller.keyId }) }
  }

export const revokeDeviceHandler =
  ({ presence, record, cut, onDevices }: DeviceDeps): BoxHandler<typeof revokeDevice> =>
  (tx, { params, caller }) => {
    const known = findDevice(tx, params.deviceId)
    if (!known) return NO_SUCH
    const { deviceId, kind, name } = known
    endDevice(tx, deviceId)
    endTokensAt(tx, deviceId)
    record(tx, { action: "device.revoke", caller, subject: deviceId, detail: { kind, name } })
    tx.afterCommit(() => {
      cut(deviceId)
      presence.forget(deviceId)
      onDevices()
    })
    return { status: 200, data: { deviceId } }
  }

const NO_SUCH = refuse("NOT_FOUND", "No such screen is paired with this box.")

function faceOf(
  tx: BoxTx,
  device: KnownDevice,
  { presence, self }: { presence: Presence; self: string },
): PairedDevice {
  const heard = presence.read(tx, device.deviceId)
  const { online = false, lastSeenAt = null, page = null, version = null, shown = null, address = null } = heard ?? {}
  return { ...device, online, lastSeenAt, page, version, shown, address, self: device.deviceId === self }
}
