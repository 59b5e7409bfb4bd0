/** Which characters a code page has, and what is printed in place of one that it lacks. */
import CodepageEncoder from "@point-of-sale/codepage-encoder"
import { charactersOf } from "../../../protocol/print/fit.ts"
import type { PageName } from "./printer-profiles.ts"

/** Replacements for characters that do not become plain letters by dropping their accents. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "‘": "'",
  "’": "'",
  "–": "-",
  "—": "-",
  "―": "-",
  "‐": "-",
  "−": "-",
  "•": "*",
  "·": ".",
  "×": "x",
  œ: "oe",
  Œ: "OE",
  ß: "ss",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  "⁄": "/",
  "′": "'",
  "€": "EUR",
}
/** Printed for a character without replacement. A question mark or a letter could be read as text. */
const NO_REPLACEMENT = "*"
const LOST = NO_REPLACEMENT.charCodeAt(0)
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

const codesByPage = new Map<PageName, ReadonlyMap<number, number>>()

export function missingIn(text: string, page: PageName): string[] {
  const known = codesOf(page)
  return [...new Set([...text.normalize("NFC")].filter((ch) => !known.has(ch.codePointAt(0) ?? 0)))]
}

/** The text in characters of the page. Each visible character leaves at least one. */
export function transliterate(text: string, page: PageName): string {
  const known = codesOf(page)
  const isInPage = (ch: string) => known.has(ch.codePointAt(0) ?? 0)
  return charactersOf(text)
    .map((character) => {
      const visible = character.replace(INVISIBLE, "")
      if ([...visible].every(isInPage)) return visible
      const letters = [...visible.normalize("NFKD").replace(/\p{M}/gu, "")]
      const plain = letters.map((ch) => (isInPage(ch) ? ch : (REPLACEMENTS[ch] ?? ch))).join("")
      // NFKD turns an accent that stands alone into a space and a mark.
      const isLost = plain.trim() === "" && visible.trim() !== ""
      return !isLost && [...plain].every(isInPage) ? plain : NO_REPLACEMENT
    })
    .join("")
}

/** The character of each of the 256 codes of a page. The emulator reads bytes back with it. */
export function charactersAt(page: PageName): readonly number[] {
  return CodepageEncoder.getCodepoints(page, true).map((code, i) => (i < 0x80 ? i : code))
}

/** One byte for each character. All of them must be in the page. */
export function encodeText(text: string, page: PageName): Uint8Array {
  const codes = codesOf(page)
  return Uint8Array.from([...text.normalize("NFC")], (ch) => codes.get(ch.codePointAt(0) ?? 0) ?? LOST)
}

/** The code of each printable character of the page. */
function codesOf(page: PageName): ReadonlyMap<number, number> {
  const known = codesByPage.get(page)
  if (known !== undefined) return known
  const printable = charactersAt(page)
    .map((character, code) => [character, code] as const)
    .filter(([character, code]) => code >= 0x20 && code !== 0x7f && character >= 0x20)
  // A page that has a character twice has it first where ASCII has it.
  const codes = new Map(printable.reverse())
  codesByPage.set(page, codes)
  return codes
}
