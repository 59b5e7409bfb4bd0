/** Wrong PINs in a row, per person and screen, and those of the day: a restart forgives nothing. */
import type { PinAttempts } from "../../protocol/rules/users/pin-attempts.ts"
import type { BoxTx } from "../storage/index.ts"

/** The wrong PINs of the day in the whole store. No device is called so: their ids are words. */
export const WHOLE_STORE = "*"

/** A person's attempts at a screen. */
export const attemptKey = (staffId: string, deviceId: string) => `${staffId}@${deviceId}`

export function readAttempts({ db }: BoxTx, place: string): PinAttempts | null {
  const row = db
    .prepare<[string], PinAttempts>(
      "SELECT wrong, last_at AS lastAt, locked_until AS lockedUntil FROM pin_tries WHERE place = ?",
    )
    .get(place)
  return row ?? null
}

export function saveAttempts({ db }: BoxTx, place: string, { wrong, lastAt, lockedUntil }: PinAttempts): void {
  db.prepare(
    `INSERT INTO pin_tries (place, wrong, last_at, locked_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (place) DO UPDATE SET wrong = excluded.wrong, last_at = excluded.last_at, locked_until = excluded.locked_until`,
  ).run(place, wrong, lastAt, lockedUntil)
}

export function forgetAttempts({ db }: BoxTx, place: string): void {
  db.prepare("DELETE FROM pin_tries WHERE place = ?").run(place)
}

/** Of a person who has got a new PIN, at all screens. */
export function forgetAttemptsOf({ db }: BoxTx, staffId: string): void {
  db.prepare("DELETE FROM pin_tries WHERE place LIKE ? || '@%'").run(staffId)
}
