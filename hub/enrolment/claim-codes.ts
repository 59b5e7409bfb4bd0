/** Claim codes are short enough to be read aloud, and avoid letters that are easily confused. */
import { randomInt } from "node:crypto"

/** Without 0 and O, 1, I and L, U and V. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTWXYZ"
const CODE_CHARS = 8

export function newCode(): string {
  return Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
}

/** Accepts lower case, dashes and spaces. */
export function readCode(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, "")
}
