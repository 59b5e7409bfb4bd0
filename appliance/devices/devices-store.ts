/** Paired devices and when they were last seen. Keys are stored as hashes. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { BoxTx } from "../storage/index.ts"

export interface Device {
  readonly deviceId: string
  readonly kind: DeviceKind
  readonly name: string
  /** The kitchen station that the screen shows; null for every other kind of screen. */
  readonly station: string | null
}

export interface KnownDevice extends Device {
  readonly pairedAt: string
}

/** What a screen last reported about itself. */
export interface LastSeenDevice {
  readonly lastSeenAt: string
  readonly page: string | null
  readonly version: string | null
  readonly shown: number | null
  readonly address: string | null
}

const COLUMNS = "device_id AS deviceId, kind, name, station"

export function findDeviceByKey({ db }: BoxTx, keyHash: string): Device | null {
  const found = db
    .prepare<[string], Device>(`SELECT ${COLUMNS} FROM device WHERE key_hash = ? AND revoked_at IS NULL`)
    .get(keyHash)
  return found ?? null
}

/** Replaces an earlier pairing of the same id, whose key ends. */
export function saveDevice({ db, now }: BoxTx, device: Device, keyHash: string): void {
  db.prepare(
    `INSERT INTO device (device_id, kind, name, station, key_hash, paired_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (device_id) DO UPDATE SET kind = excluded.kind, name = excluded.name, station = excluded.station,
       key_hash = excluded.key_hash, paired_at = excluded.paired_at, revoked_at = NULL`,
  ).run(device.deviceId, device.kind, device.name, device.station, keyHash, now)
}

export function updateDevice({ db }: BoxTx, { deviceId, name, station }: Device): void {
  db.prepare("UPDATE device SET name = ?, station = ? WHERE device_id = ?").run(name, station, deviceId)
}

export function revokeDevice({ db, now }: BoxTx, deviceId: string): void {
  db.prepare("UPDATE device SET revoked_at = ? WHERE device_id = ?").run(now, deviceId)
}

export function hasDevice(tx: BoxTx, deviceId: string): boolean {
  return findDevice(tx, deviceId) !== null
}

export function findDevice({ db }: BoxTx, deviceId: string): KnownDevice | null {
  const found = db
    .prepare<[string], KnownDevice>(
      `SELECT ${COLUMNS}, paired_at AS pairedAt FROM device WHERE device_id = ? AND revoked_at IS NULL`,
    )
    .get(deviceId)
  return found ?? null
}

/** Without revoked devices. */
export function listPaired({ db }: BoxTx): KnownDevice[] {
  return db
    .prepare<[], KnownDevice>(
      `SELECT ${COLUMNS}, paired_at AS pairedAt FROM device WHERE revoked_at IS NULL ORDER BY kind, name, device_id`,
    )
    .all()
}

/** Also true for a revoked device, so that no other screen gets its id. */
export function isIdTaken({ db }: BoxTx, deviceId: string): boolean {
  return db.prepare("SELECT 1 FROM device WHERE device_id = ?").get(deviceId) !== undefined
}

/** The kitchen stations that have a screen. */
export function stationsWithScreens({ db }: BoxTx): string[] {
  const sql = `SELECT DISTINCT station FROM device
    WHERE kind = 'kds_station' AND revoked_at IS NULL AND station IS NOT NULL ORDER BY station`
  return db
    .prepare<[], { station: string }>(sql)
    .all()
    .map(({ station }) => station)
}

export function readSeen({ db }: BoxTx, deviceId: string): LastSeenDevice | null {
  const row = db
    .prepare<[string], LastSeenDevice>(
      "SELECT last_seen_at AS lastSeenAt, page, version, shown, address FROM device_seen WHERE device_id = ?",
    )
    .get(deviceId)
  return row ?? null
}

/** Does nothing for a device that was never paired. */
export function saveSeen({ db }: BoxTx, deviceId: string, seen: LastSeenDevice): void {
  db.prepare(
    `INSERT INTO device_seen (device_id, last_seen_at, page, version, shown, address)
     SELECT device_id, ?, ?, ?, ?, ? FROM device WHERE device_id = ?
     ON CONFLICT (device_id) DO UPDATE SET last_seen_at = excluded.last_seen_at, page = excluded.page,
       version = excluded.version, shown = excluded.shown, address = excluded.address`,
  ).run(seen.lastSeenAt, seen.page, seen.version, seen.shown, seen.address, deviceId)
}
