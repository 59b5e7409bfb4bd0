/** Wrong PINs in a row, per screen and for the store, so that a restart forgives nothing. */
import type { PinTries } from "../../protocol/rules/users/pin-attempts.ts"
import type { BoxTx } from "../storage/index.ts"

/** No device is called so: their ids are words. */
export const WHOLE_STORE = "*"

export function readTries({ db }: BoxTx, place: string): PinTries | null {
  const row = db
    .prepare<[string], PinTries>(
      "SELECT wrong, last_at AS lastAt, locked_until AS lockedUntil FROM pin_tries WHERE place = ?",
    )
    .get(place)
  return row ?? null
}

export function saveTries({ db }: BoxTx, place: string, { wrong, lastAt, lockedUntil }: PinTries): void {
  db.prepare(
    `INSERT INTO pin_tries (place, wrong, last_at, locked_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (place) DO UPDATE SET wrong = excluded.wrong, last_at = excluded.last_at, locked_until = excluded.locked_until`,
  ).run(place, wrong, lastAt, lockedUntil)
}

export function forgetTries({ db }: BoxTx, place: string): void {
  db.prepare("DELETE FROM pin_tries WHERE place = ?").run(place)
}

export function forgetAllTries({ db }: BoxTx): void {
  db.exec("DELETE FROM pin_tries")
}
