/**
 * How wrong PINs make the next tries wait. They are counted for one person at one screen, so everybody else keeps selling, and somebody who
 * knows one PIN gains nothing for guessing another (docs/contract/screens.md#staff).
 */
import { plusSeconds } from "../../time.ts"
import { reaches, type StaffRole } from "./staff-roles.ts"

/** After the first wrong PIN in a row, the second, and so on; the last one holds for those that follow. */
const WAITS_SECONDS = [1, 5, 60, 900]
/** Whoever is wrong so often in a row has forgotten the PIN: a manager, or the box's console, gives a new one. */
const FORGOTTEN_FROM = 10
const FORGOTTEN_WAIT_SECONDS = 2 * 60 * 60
/** So many wrong PINs in one day, in the whole store, are told to headquarters. */
export const WRONG_PINS_ALERT = 40
const PIN_DIGITS_MIN = 4
/** Of those who approve what others do. */
const APPROVER_PIN_DIGITS_MIN = 6

export interface PinAttempts {
  /** In a row; a right PIN of the person at the screen ends the row, and nothing else does. */
  readonly wrong: number
  readonly lastAt: string
  readonly lockedUntil: string | null
}

/** The end of the wait that is in force, null when a PIN may be tried. */
export function lockedUntil(attempts: PinAttempts | null, now: string): string | null {
  const until = attempts?.lockedUntil ?? null
  return until !== null && until > now ? until : null
}

/** What the attempts become when another one is made: it counts as wrong until it is known to be right. */
export function afterAttempt(attempts: PinAttempts | null, now: string): PinAttempts {
  const wrong = (attempts?.wrong ?? 0) + 1
  const wait =
    wrong >= FORGOTTEN_FROM ? FORGOTTEN_WAIT_SECONDS : (WAITS_SECONDS[wrong - 1] ?? WAITS_SECONDS.at(-1) ?? 0)
  return { wrong, lastAt: now, lockedUntil: plusSeconds(now, wait) }
}

/** The wrong PINs of the day in the whole store: nobody waits for them, they are counted for the alert. */
export function afterWrongPin(day: PinAttempts | null, now: string): PinAttempts {
  return { wrong: day !== null && isSameDay(day.lastAt, now) ? day.wrong + 1 : 1, lastAt: now, lockedUntil: null }
}

/** Whether headquarters should know: for the rest of that day. */
export function hasTooManyWrongPins(day: PinAttempts | null, now: string): boolean {
  return day !== null && day.wrong >= WRONG_PINS_ALERT && isSameDay(day.lastAt, now)
}

/** How many digits the PIN of a role needs. */
export function pinDigitsMin(role: StaffRole): number {
  return reaches(role, "supervisor") ? APPROVER_PIN_DIGITS_MIN : PIN_DIGITS_MIN
}

function isSameDay(one: string, other: string): boolean {
  return one.slice(0, 10) === other.slice(0, 10)
}
