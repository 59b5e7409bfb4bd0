/** Check digits and fixed widths: the arithmetic that the authorities' numbers share. */
import type { Scaled } from "../../../money.ts"
import { sha256 } from "../../../print/sha256.ts"

const ZERO = "0".charCodeAt(0)
const CENT: Scaled = 100

/** A number or text → exactly `width` digits, filled with noughts at the left; null when it is no number or too long. */
export function fixed(value: unknown, width: number): string | null {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : ""
  return /^\d+$/.test(text) && text.length <= width ? text.padStart(width, "0") : null
}

export function isDigits(text: unknown, length: number): text is string {
  return typeof text === "string" && text.length === length && /^\d+$/.test(text)
}

/** Weighted sum; a letter counts as its code less that of 0, as the alphanumeric CNPJ has it. */
export function weightedSum(text: string, weights: readonly number[]): number {
  let total = 0
  for (const [index, weight] of weights.entries()) total += (text.charCodeAt(index) - ZERO) * weight
  return total
}

/** Module 11 with the weights 2, 3, … `highest`, 2, … from the right → 11 less the rest, 1 to 11: each country reads 10 and 11 its own way. */
export function module11(text: string, highest: number): number {
  let total = 0
  for (let place = 0; place < text.length; place += 1) {
    total += (text.charCodeAt(text.length - 1 - place) - ZERO) * (2 + (place % (highest - 1)))
  }
  return 11 - (total % 11)
}

/** Module 10 with the weights 2, 1, 2, … from the left, products over 9 less 9. */
export function module10(text: string): number {
  let total = 0
  for (const [index, digit] of [...text].entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    total += product > 9 ? product - 9 : product
  }
  return (10 - (total % 10)) % 10
}

/** The digits that a country wants to be unguessable, at most ten: from the request's id, so that a retry gives the same document. */
export function codeFrom(requestId: string, width: number): string {
  const hash = sha256(`fiscal ${requestId}`)
  // The first 96 bits, sixteen at a time, so that no product leaves the safe range.
  let rest = 0
  for (let at = 0; at < 24; at += 4) rest = (rest * 0x10000 + Number.parseInt(hash.slice(at, at + 4), 16)) % 10 ** width
  return String(rest).padStart(width, "0")
}

/** A scaled amount with two decimals, what is beyond them cut off (DIAN, annex 1.9, 11.2). */
export function truncated(amount: Scaled): string {
  return withCents(Math.trunc(amount / CENT))
}

/** A scaled amount with two decimals, rounded half up. */
export function rounded(amount: Scaled): string {
  return withCents(Math.floor((amount + CENT / 2) / CENT))
}

function withCents(cents: number): string {
  const text = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** A tax id without its ornament, in capitals. */
export function bare(text: string): string {
  return text.replaceAll(/[.\-/\s]/g, "").toUpperCase()
}
