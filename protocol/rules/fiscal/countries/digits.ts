/** Check digits, fixed widths and amounts as the authorities want them. */
import type { Scaled } from "../../../money.ts"
import { sha256 } from "../../../print/sha256.ts"
import type { FiscalPoint } from "../../../shapes/fiscal-point.ts"

const ZERO = "0".charCodeAt(0)
const CENT: Scaled = 100

/** A number or text as exactly `width` digits, padded with zeros at the left; null if it is no number or too long. */
export function fixedDigits(value: unknown, width: number): string | null {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : ""
  return /^\d+$/.test(text) && text.length <= width ? text.padStart(width, "0") : null
}

export function isDigits(text: unknown, length: number): text is string {
  return typeof text === "string" && text.length === length && /^\d+$/.test(text)
}

/** Weighted sum. A letter counts as its character code minus that of `0`, as in the alphanumeric CNPJ. */
export function weightedSum(text: string, weights: readonly number[]): number {
  let total = 0
  for (const [index, weight] of weights.entries()) total += (text.charCodeAt(index) - ZERO) * weight
  return total
}

/** Module 11 with the weights 2, 3, … `highest`, 2, … from the right. Returns 11 minus the remainder, 1 to 11; countries treat 10 and 11 differently. */
export function module11(text: string, highest: number): number {
  let total = 0
  for (let place = 0; place < text.length; place += 1) {
    total += (text.charCodeAt(text.length - 1 - place) - ZERO) * (2 + (place % (highest - 1)))
  }
  return 11 - (total % 11)
}

/** Module 10 with the weights 2, 1, 2, … from the left; 9 is subtracted from products over 9. */
export function module10(text: string): number {
  let total = 0
  for (const [index, digit] of [...text].entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    total += product > 9 ? product - 9 : product
  }
  return (10 - (total % 10)) % 10
}

/** Unguessable digits, at most ten. They are derived from the request's id, so that a retry gives the same document. */
export function codeFrom(requestId: string, width: number): string {
  const hash = sha256(`fiscal ${requestId}`)
  // Reads 96 bits in steps of 16, so that no product exceeds the safe integers.
  let rest = 0
  for (let at = 0; at < 24; at += 4) rest = (rest * 0x10000 + Number.parseInt(hash.slice(at, at + 4), 16)) % 10 ** width
  return String(rest).padStart(width, "0")
}

/** A scaled amount as text with two decimals, cut off (DIAN, annex 1.9, 11.2). */
export function truncateToCents(amount: Scaled): string {
  return formatCents(Math.trunc(amount / CENT))
}

/** A scaled amount as text with two decimals, rounded half up. */
export function roundToCents(amount: Scaled): string {
  return formatCents(Math.floor((amount + CENT / 2) / CENT))
}

function formatCents(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** A tax id without dots, hyphens, slashes and spaces, in upper case. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(/[.\-/\s]/g, "").toUpperCase()
}

/** The authorised range of a point; null if it has none or it is invalid. */
export function rangeOf({ from, to }: FiscalPoint) {
  const [first, last] = [Number(from ?? Number.NaN), Number(to ?? Number.NaN)]
  return Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 1 && first <= last
    ? { first, last }
    : null
}
