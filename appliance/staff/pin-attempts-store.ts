/** Counts wrong PINs per person and screen, and per day in the whole store. Stored, so that a restart does not reset them. */
import type { PinAttempts } from "../../protocol/rules/users/pin-attempts.ts"
import type { BoxTx } from "../storage/index.ts"

/** Key of the day's wrong PINs in the whole store. It is no attempt key, since those contain an @. */
export const WHOLE_STORE = "*"

/** Key of a person's attempts at a screen. */
export const attemptKey = (staffId: string, deviceId: string) => `${staffId}@${deviceId}`

export function readAttempts({ db }: BoxTx, key: string): PinAttempts | null {
  const row = db
    .prepare<[string], PinAttempts>(
      "SELECT wrong, last_at AS lastAt, locked_until AS lockedUntil FROM pin_tries WHERE place = ?",
    )
    .get(key)
  return row ?? null
}

export function saveAttempts({ db }: BoxTx, key: string, { wrong, lastAt, lockedUntil }: PinAttempts): void {
  db.prepare(
    `INSERT INTO pin_tries (place, wrong, last_at, locked_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (place) DO UPDATE SET wrong = excluded.wrong, last_at = excluded.last_at, locked_until = excluded.locked_until`,
  ).run(key, wrong, lastAt, lockedUntil)
}

export function forgetAttempts({ db }: BoxTx, key: string): void {
  db.prepare("DELETE FROM pin_tries WHERE place = ?").run(key)
}

/** Deletes a person's attempts at all screens, after they got a new PIN. */
export function forgetAttemptsOf({ db }: BoxTx, staffId: string): void {
  db.prepare("DELETE FROM pin_tries WHERE place LIKE ? || '@%'").run(staffId)
}
