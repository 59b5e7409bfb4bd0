/** Reads an amount as people type it: comma or point, with or without thousands separators. Pure. */
import { type Scaled, scaleMajor, toMajor } from "../protocol/money.ts"

const TYPED = /^\d+(?:[.,]\d+)*[.,]?$/
const GROUP_DIGITS = 3

/** Decimals of the currency, and the decimal separator: `.` or `,`. */
interface AmountFormat {
  readonly decimals: number
  readonly point: string
}

/** Null if it is no amount, or has more decimals than the currency. An empty text is 0. */
export function readAmount(typed: string, format: AmountFormat): Scaled | null {
  const text = typed.replace(/[\s$]/g, "")
  if (text === "") return 0
  if (!TYPED.test(text)) return null
  const parts = text.split(/[.,]/)
  const last = parts.at(-1) ?? ""
  const fraction = parts.length > 1 && isFraction(text, last, format) ? last : ""
  if (fraction.length > format.decimals) return null
  const groups = fraction === "" && last !== "" ? parts : parts.slice(0, -1)
  if (groups.slice(1).some((group) => group.length !== GROUP_DIGITS)) return null
  const whole = groups.join("")
  return scaleMajor(fraction === "" ? whole : `${whole}.${fraction}`, format.decimals)
}

/** Text for an input field, without thousands separators: `12,50`. */
export function writeAmount(amount: Scaled, { decimals, point }: AmountFormat): string {
  return toMajor(amount).toFixed(decimals).replace(".", point)
}

/**
 * Three digits after the last separator are thousands (1.250), unless there are two kinds of separators (1,250.500) or it is the country's
 * decimal separator: somebody who mistypes 25,555 for 25,55 must not give change for 25 555.
 */
function isFraction(text: string, last: string, { decimals, point }: AmountFormat): boolean {
  if (last === "" || decimals === 0) return false
  const separators = text.match(/[.,]/g) ?? []
  return (
    last.length < GROUP_DIGITS || new Set(separators).size > 1 || (separators.length === 1 && separators[0] === point)
  )
}
