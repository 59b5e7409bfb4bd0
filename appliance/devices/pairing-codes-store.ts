/** Pairing codes, stored as hashes. Each code pairs one screen, once. */
import type { BoxTx } from "../storage/index.ts"
import type { Device } from "./devices-store.ts"

interface OpenCode extends Device {
  readonly expiresAt: string
}

const COLUMNS = "kind, device_id AS deviceId, coalesce(name, device_id) AS name, station"

/** Saves a code. An unused earlier code of the same device ends. */
export function savePairingCode({ db }: BoxTx, codeHash: string, device: Device, expiresAt: string | null): void {
  db.prepare("DELETE FROM pairing_code WHERE device_id = ? AND used_at IS NULL").run(device.deviceId)
  db.prepare(
    "INSERT INTO pairing_code (code_hash, kind, device_id, name, station, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(codeHash, device.kind, device.deviceId, device.name, device.station, expiresAt)
}

/** The device that an unused, unexpired code pairs. */
export function findPairingCode({ db, now }: BoxTx, codeHash: string): Device | null {
  const found = db
    .prepare<[string, string], Device>(
      `SELECT ${COLUMNS} FROM pairing_code WHERE code_hash = ? AND used_at IS NULL
         AND (expires_at IS NULL OR expires_at > ?)`,
    )
    .get(codeHash, now)
  return found ?? null
}

export function spendCode({ db, now }: BoxTx, codeHash: string): void {
  db.prepare("UPDATE pairing_code SET used_at = ? WHERE code_hash = ?").run(now, codeHash)
}

/** Unused codes that a manager created. A code from the console has no end and is not listed. */
export function listOpenCodes({ db, now }: BoxTx): OpenCode[] {
  return db
    .prepare<[string], OpenCode>(
      `SELECT ${COLUMNS}, expires_at AS expiresAt FROM pairing_code
       WHERE used_at IS NULL AND expires_at > ? ORDER BY expires_at`,
    )
    .all(now)
}

export function openCodeOf(tx: BoxTx, deviceId: string): OpenCode | null {
  return listOpenCodes(tx).find((code) => code.deviceId === deviceId) ?? null
}
