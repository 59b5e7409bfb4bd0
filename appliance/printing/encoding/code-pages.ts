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
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

const characterSets = new Map<PageName, ReadonlySet<number>>()

export function missingIn(text: string, page: PageName): string[] {
  const known = characterSetOf(page)
  return [...new Set([...text.normalize("NFC")].filter((ch) => !known.has(ch.codePointAt(0) ?? 0)))]
}

/** The text in characters of the page. Each visible character leaves at least one. */
export function transliterate(text: string, page: PageName): string {
  const known = characterSetOf(page)
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

function characterSetOf(page: PageName): ReadonlySet<number> {
  const known = characterSets.get(page)
  if (known !== undefined) return known
  const printable = charactersAt(page).filter((code, i) => i >= 0x20 && i !== 0x7f && code >= 0x20)
  const characters = new Set(printable)
  characterSets.set(page, characters)
  return characters
}
