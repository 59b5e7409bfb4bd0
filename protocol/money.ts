/** Money as integers: an amount times 10,000 (docs/contract/conventions.md#envelopes, Scale). No floating-point arithmetic. */

/** A safe integer of 1/10000 of the major unit. */
export type Scaled = number

export const SCALE = 10_000
const SCALE_DECIMALS = 4

/** The largest accepted amount, 10^9 major units, so that sums of an order and of a day stay exact. */
export const AMOUNT_MAX: Scaled = 1_000_000_000 * SCALE

/** A larger difference between a double and its rounded decimal means a real fifth decimal. */
const ROUNDING_ERROR_MAX = 4e-6
const DECIMAL_TEXT = /^(-?)(\d{1,12})(?:\.(\d+))?$/

/**
 * Converts an amount in major units to a scaled amount. Returns null if it has too many decimals, is not finite, or exceeds
 * `AMOUNT_MAX`. Rounding errors of doubles (0.1 + 0.2) and trailing zeros ("6.5000") do not count as decimals.
 */
export function scaleMajor(amount: number | string, decimalsMax = SCALE_DECIMALS): Scaled | null {
  const text = typeof amount === "number" ? textOfNumber(amount) : amount.trim()
  const match = text === null ? null : DECIMAL_TEXT.exec(text)
  if (!match) return null
  const [, sign, whole = "", fraction = ""] = match
  const decimals = fraction.replace(/0+$/, "")
  if (decimals.length > Math.min(decimalsMax, SCALE_DECIMALS)) return null
  const scaled = Number(whole + decimals.padEnd(SCALE_DECIMALS, "0"))
  if (scaled > AMOUNT_MAX) return null
  return sign && scaled !== 0 ? -scaled : scaled
}

/** Wire form: an integer as text. */
export function toText(scaled: Scaled): string {
  return String(scaled)
}

/** Reads a stored amount. Throws a RangeError for anything but a safe integer. */
export function fromText(text: string): Scaled {
  const scaled = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(scaled)) throw new RangeError(`not a scaled amount: ${text}`)
  return scaled
}

/** For records in major units (cash, payment links): the double nearest to the exact decimal. */
export function toMajor(scaled: Scaled): number {
  return scaled / SCALE
}

export function sum(amounts: Iterable<Scaled>): Scaled {
  let total = 0
  for (const amount of amounts) total += amount
  if (!Number.isSafeInteger(total)) throw new RangeError("a sum of amounts left the safe range")
  return total
}

/** `amount / divisor`, exact, rounded half away from zero. */
export function divideRounded(amount: Scaled, divisor: number): Scaled {
  return multiplyDivide(amount, 1, divisor)
}

/** `amount × factor / divisor`, exact, rounded half away from zero; all are integers. */
export function multiplyDivide(amount: Scaled, factor: number, divisor: number): Scaled {
  const product = BigInt(amount) * BigInt(factor)
  const by = BigInt(divisor)
  const negative = product < 0n !== by < 0n
  const [top, bottom] = [absolute(product), absolute(by)]
  const rounded = Number((2n * top + bottom) / (2n * bottom))
  if (!Number.isSafeInteger(rounded)) throw new RangeError("a product of amounts left the safe range")
  return negative && rounded !== 0 ? -rounded : rounded
}

/** `amount × quantity`; a quantity has at most 4 decimals. */
export function times(amount: Scaled, quantity: number): Scaled {
  return multiplyDivide(amount, Math.round(quantity * SCALE), SCALE)
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The decimal text of a double, if it lies within a few units in the last place of that decimal; else null. */
function textOfNumber(amount: number): string | null {
  if (!Number.isFinite(amount)) return null
  const rounded = amount.toFixed(SCALE_DECIMALS)
  const difference = Math.abs(Number(rounded) - amount)
  return difference <= Math.min(Math.abs(amount) * Number.EPSILON * 4, ROUNDING_ERROR_MAX) ? rounded : null
}
