/** Paired devices and the codes that pair them; keys and codes are kept as hashes. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { BoxTx } from "../storage/index.ts"

export interface Device {
  readonly deviceId: string
  readonly kind: DeviceKind
  readonly name: string
}

export interface PairingCode {
  readonly kind: DeviceKind
  readonly deviceId: string
}

const COLUMNS = "device_id AS deviceId, kind, name"

export function findDeviceByKey({ db }: BoxTx, keyHash: string): Device | null {
  const found = db
    .prepare<[string], Device>(`SELECT ${COLUMNS} FROM device WHERE key_hash = ? AND revoked_at IS NULL`)
    .get(keyHash)
  return found ?? null
}

/** The device takes the place of an earlier pairing under the same id, whose key ends. */
export function saveDevice({ db, now }: BoxTx, device: Device, keyHash: string): void {
  db.prepare(
    `INSERT INTO device (device_id, kind, name, key_hash, paired_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (device_id) DO UPDATE SET kind = excluded.kind, name = excluded.name,
       key_hash = excluded.key_hash, paired_at = excluded.paired_at, revoked_at = NULL`,
  ).run(device.deviceId, device.kind, device.name, keyHash, now)
}

export function hasDevice({ db }: BoxTx, deviceId: string): boolean {
  return db.prepare("SELECT 1 FROM device WHERE device_id = ? AND revoked_at IS NULL").get(deviceId) !== undefined
}

/** A fresh code for a device; codes for it that were not used end. */
export function savePairingCode({ db }: BoxTx, codeHash: string, code: PairingCode, expiresAt: string | null): void {
  db.prepare("DELETE FROM pairing_code WHERE device_id = ? AND used_at IS NULL").run(code.deviceId)
  db.prepare("INSERT INTO pairing_code (code_hash, kind, device_id, expires_at) VALUES (?, ?, ?, ?)").run(
    codeHash,
    code.kind,
    code.deviceId,
    expiresAt,
  )
}

/** Takes a code that is unused and in time; null when there is none. */
export function takePairingCode({ db, now }: BoxTx, codeHash: string): PairingCode | null {
  const used = db
    .prepare<[string, string, string], PairingCode>(
      `UPDATE pairing_code SET used_at = ? WHERE code_hash = ? AND used_at IS NULL
         AND (expires_at IS NULL OR expires_at > ?) RETURNING kind, device_id AS deviceId`,
    )
    .get(now, codeHash, now)
  return used ?? null
}
