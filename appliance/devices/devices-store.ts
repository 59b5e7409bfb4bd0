/** Paired devices and what was last heard of them; keys are kept as hashes. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { BoxTx } from "../storage/index.ts"

export interface Device {
  readonly deviceId: string
  readonly kind: DeviceKind
  readonly name: string
  /** The one kitchen station that it is bound to. */
  readonly station: string | null
}

export interface KnownDevice extends Device {
  readonly pairedAt: string
}

/** What a screen last said of itself. */
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

/** The device takes the place of an earlier pairing under the same id, whose key ends. */
export function saveDevice({ db, now }: BoxTx, device: Device, keyHash: string): void {
  db.prepare(
    `INSERT INTO device (device_id, kind, name, station, key_hash, paired_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (device_id) DO UPDATE SET kind = excluded.kind, name = excluded.name, station = excluded.station,
       key_hash = excluded.key_hash, paired_at = excluded.paired_at, revoked_at = NULL`,
  ).run(device.deviceId, device.kind, device.name, device.station, keyHash, now)
}

export function changeNames({ db }: BoxTx, { deviceId, name, station }: Device): void {
  db.prepare("UPDATE device SET name = ?, station = ? WHERE device_id = ?").run(name, station, deviceId)
}

export function endDevice({ db, now }: BoxTx, deviceId: string): void {
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

/** Those that were revoked have left. */
export function listPaired({ db }: BoxTx): KnownDevice[] {
  return db
    .prepare<[], KnownDevice>(
      `SELECT ${COLUMNS}, paired_at AS pairedAt FROM device WHERE revoked_at IS NULL ORDER BY kind, name, device_id`,
    )
    .all()
}

/** Every id that was ever given, so that none is given to another screen. */
export function idTaken({ db }: BoxTx, deviceId: string): boolean {
  return db.prepare("SELECT 1 FROM device WHERE device_id = ?").get(deviceId) !== undefined
}

export function readSeen({ db }: BoxTx, deviceId: string): LastSeenDevice | null {
  const row = db
    .prepare<[string], LastSeenDevice>(
      "SELECT last_seen_at AS lastSeenAt, page, version, shown, address FROM device_seen WHERE device_id = ?",
    )
    .get(deviceId)
  return row ?? null
}

/** A device that was never paired has no row to belong to; nothing is kept of it. */
export function saveSeen({ db }: BoxTx, deviceId: string, seen: LastSeenDevice): void {
  db.prepare(
    `INSERT INTO device_seen (device_id, last_seen_at, page, version, shown, address)
     SELECT device_id, ?, ?, ?, ?, ? FROM device WHERE device_id = ?
     ON CONFLICT (device_id) DO UPDATE SET last_seen_at = excluded.last_seen_at, page = excluded.page,
       version = excluded.version, shown = excluded.shown, address = excluded.address`,
  ).run(seen.lastSeenAt, seen.page, seen.version, seen.shown, seen.address, deviceId)
}
