/** Notes and coins: amounts that a customer probably hands over, change, and counts of a drawer. Amounts are scaled. Pure. */
import { SCALE, type Scaled, scaleMajor, sum } from "../../../protocol/money.ts"

const QUICK_AMOUNTS_MAX = 5

/** In major units, largest first. */
interface Tray {
  readonly notes: readonly number[]
  readonly coins: readonly number[]
}

const TRAYS: Readonly<Record<string, Tray>> = {
  USD: { notes: [100, 50, 20, 10, 5], coins: [1, 0.5, 0.25, 0.1, 0.05, 0.01] },
  BRL: { notes: [200, 100, 50, 20, 10, 5, 2], coins: [1, 0.5, 0.25, 0.1, 0.05] },
  COP: { notes: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000], coins: [1_000, 500, 200, 100, 50] },
  CLP: { notes: [20_000, 10_000, 5_000, 2_000, 1_000], coins: [500, 100, 50, 10] },
  ARS: { notes: [20_000, 10_000, 2_000, 1_000, 500, 200, 100, 50, 20], coins: [10, 5, 2, 1] },
  VES: { notes: [500, 200, 100, 50, 20, 10, 5], coins: [1, 0.5, 0.25] },
}
export const CURRENCIES: readonly string[] = Object.keys(TRAYS)
const ANY_TRAY: Tray = { notes: [1_000, 500, 200, 100, 50, 20, 10, 5], coins: [2, 1, 0.5, 0.2, 0.1, 0.05, 0.01] }

interface Denomination {
  readonly value: Scaled
  readonly kind: "note" | "coin"
}

export function denominationsOf(currency: string): readonly Denomination[] {
  const { notes, coins } = TRAYS[currency] ?? ANY_TRAY
  const all = (values: readonly number[], kind: Denomination["kind"]) =>
    values.map((value) => ({ value: scaleMajor(value) ?? 0, kind }))
  return [...all(notes, "note"), ...all(coins, "coin")]
}

/** The exact amount, then the amount rounded up to each note, in ascending order. */
export function quickAmounts(due: Scaled, currency: string): readonly Scaled[] {
  if (due <= 0) return []
  const notes = denominationsOf(currency).filter(({ value }) => value >= SCALE)
  const rounded = notes.map(({ value }) => Math.ceil(due / value) * value).filter((amount) => amount > due)
  const rising = [...new Set(rounded)].sort((a, b) => a - b)
  return [due, ...rising.slice(0, QUICK_AMOUNTS_MAX)]
}

interface CashGiven {
  /** Part of the cash that pays for the order. */
  readonly paid: Scaled
  readonly change: Scaled
  /** Still to be paid. */
  readonly left: Scaled
}

export function giveCash(received: Scaled, due: Scaled): CashGiven {
  const paid = Math.min(received, due)
  return { paid, change: received - paid, left: due - paid }
}

/** Counted pieces by the denomination's scaled value; `loose` is cash that was not counted in pieces. */
export interface Count {
  readonly pieces: Readonly<Record<string, number>>
  readonly loose: Scaled
}

export function countedTotal({ pieces, loose }: Count): Scaled {
  return sum([...Object.entries(pieces).map(([value, count]) => Number(value) * count), loose])
}

/** Rows of the request that closes the shift: in major units, without zero counts. */
export function countedRows({ pieces, loose }: Count): { denomination: number; count: number }[] {
  const rows = Object.entries(pieces).filter(([, count]) => count > 0)
  const major = rows.map(([value, count]) => ({ denomination: Number(value) / SCALE, count }))
  return loose > 0 ? [...major, { denomination: loose / SCALE, count: 1 }] : major
}
