/** Sign-in tokens, stored as hashes. Each is valid at one screen. */
import type { StaffSummary } from "../../protocol/http/staff.ts"
import type { StoredToken, TokenTerms } from "../../protocol/rules/users/staff-token.ts"
import type { BoxTx } from "../storage/index.ts"

interface NewToken extends TokenTerms {
  readonly tokenHash: string
  readonly staffId: string
  readonly deviceId: string
}

interface Row extends StaffSummary {
  readonly expiresAt: string
  readonly idleMinutes: number | null
  readonly usedAt: string
}

interface SignedIn {
  readonly staff: StaffSummary
  readonly token: StoredToken
}

export function insertToken({ db, now }: BoxTx, token: NewToken): void {
  db.prepare("DELETE FROM staff_token WHERE expires_at <= ?").run(now)
  db.prepare(
    "INSERT INTO staff_token (token_hash, staff_id, device_id, expires_at, idle_minutes, used_at) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(token.tokenHash, token.staffId, token.deviceId, token.expiresAt, token.idleMinutes, now)
}

/** Finds the person of a token of this screen, even if the token has expired. */
export function findToken({ db }: BoxTx, tokenHash: string, deviceId: string): SignedIn | null {
  const row = db
    .prepare<[string, string], Row>(
      `SELECT staff.id, staff.name, staff.role, expires_at AS expiresAt, idle_minutes AS idleMinutes, used_at AS usedAt
       FROM staff_token JOIN staff ON staff.id = staff_id
       WHERE token_hash = ? AND device_id = ? AND staff.active = 1`,
    )
    .get(tokenHash, deviceId)
  if (!row) return null
  const { id, name, role, ...token } = row
  return { staff: { id, name, role }, token }
}

export function saveLastUse({ db, now }: BoxTx, tokenHash: string): void {
  db.prepare("UPDATE staff_token SET used_at = ? WHERE token_hash = ?").run(now, tokenHash)
}

export function endToken({ db }: BoxTx, tokenHash: string): void {
  db.prepare("DELETE FROM staff_token WHERE token_hash = ?").run(tokenHash)
}

/** Deletes all tokens of a person except `but`. */
export function endTokensOf({ db }: BoxTx, staffId: string, but = ""): void {
  db.prepare("DELETE FROM staff_token WHERE staff_id = ? AND token_hash <> ?").run(staffId, but)
}

/** Signs everybody out at a screen, when it is unpaired. */
export function endTokensAt({ db }: BoxTx, deviceId: string): void {
  db.prepare("DELETE FROM staff_token WHERE device_id = ?").run(deviceId)
}
