/** Claim codes: short enough to be read aloud, without letters that are taken for others. */
import { randomInt } from "node:crypto"

/** No 0 and O, no 1, I and L, no U and V beside each other's sound. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTWXYZ"
const CODE_CHARS = 8

export function newCode(): string {
  return Array.from({ length: CODE_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
}

/** As a person types it: lower case, with a dash or spaces. */
export function readCode(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, "")
}
