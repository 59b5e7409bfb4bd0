/**
 * Waits after wrong PINs. They are counted per person and screen, so that everybody else keeps selling and a right PIN does not help to
 * guess another one (docs/contract/screens.md#staff).
 */
import { plusSeconds } from "../../time.ts"
import { reaches, type StaffRole } from "./staff-roles.ts"

/** Waits after the first, second, … wrong PIN in a row; the last one applies from then on. */
const WAITS_SECONDS = [1, 5, 60, 900]
/** After this many wrong PINs in a row the person has probably forgotten it; a manager sets a new one. */
const FORGOTTEN_AFTER_WRONG = 10
const FORGOTTEN_WAIT_SECONDS = 2 * 60 * 60
/** Wrong PINs in the whole store on one day that the back office is alerted about. */
export const WRONG_PINS_ALERT = 40
const PIN_DIGITS_MIN = 4
/** For roles that approve the actions of others. */
const APPROVER_PIN_DIGITS_MIN = 6

export interface PinAttempts {
  /** Wrong PINs in a row; only a right PIN of the person at this screen resets it. */
  readonly wrong: number
  readonly lastAt: string
  readonly lockedUntil: string | null
}

/** When the current wait ends; null when a PIN may be tried. */
export function lockedUntil(attempts: PinAttempts | null, now: string): string | null {
  const until = attempts?.lockedUntil ?? null
  return until !== null && until > now ? until : null
}

/** The attempts after another try, which counts as wrong until it is known to be right. */
export function afterAttempt(attempts: PinAttempts | null, now: string): PinAttempts {
  const wrong = (attempts?.wrong ?? 0) + 1
  const wait =
    wrong >= FORGOTTEN_AFTER_WRONG ? FORGOTTEN_WAIT_SECONDS : (WAITS_SECONDS[wrong - 1] ?? WAITS_SECONDS.at(-1) ?? 0)
  return { wrong, lastAt: now, lockedUntil: plusSeconds(now, wait) }
}

/** Counts the store's wrong PINs of a day for the alert; nobody has to wait because of them. */
export function afterWrongPin(day: PinAttempts | null, now: string): PinAttempts {
  return { wrong: day !== null && isSameDay(day.lastAt, now) ? day.wrong + 1 : 1, lastAt: now, lockedUntil: null }
}

/** Whether the back office must be alerted, until the end of that day. */
export function hasTooManyWrongPins(day: PinAttempts | null, now: string): boolean {
  return day !== null && day.wrong >= WRONG_PINS_ALERT && isSameDay(day.lastAt, now)
}

export function pinDigitsMin(role: StaffRole): number {
  return reaches(role, "supervisor") ? APPROVER_PIN_DIGITS_MIN : PIN_DIGITS_MIN
}

function isSameDay(one: string, other: string): boolean {
  return one.slice(0, 10) === other.slice(0, 10)
}
