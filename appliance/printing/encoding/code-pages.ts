/** Which characters a code page carries, and what is written instead of one that it lacks, where that does no harm. */
import CodepageEncoder from "@point-of-sale/codepage-encoder"
import { charactersOf } from "../../../protocol/print/fit.ts"
import type { PageName } from "./printer-profiles.ts"

/** What the marks of a letter cannot be taken off of, or what is no letter. */
const INSTEAD: Readonly<Record<string, string>> = {
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
/** Stands for a sign that nothing can stand for: never a question mark, never another letter. */
const NOTHING_FITS = "*"
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

const carried = new Map<PageName, ReadonlySet<number>>()

export function missingIn(text: string, page: PageName): string[] {
  const known = characterSetOf(page)
  return [...new Set([...text.normalize("NFC")].filter((ch) => !known.has(ch.codePointAt(0) ?? 0)))]
}

/** The text in the characters of the page: nothing that a reader sees is left out. */
export function transliterate(text: string, page: PageName): string {
  const known = characterSetOf(page)
  const carries = (ch: string) => known.has(ch.codePointAt(0) ?? 0)
  return charactersOf(text)
    .map((character) => {
      const visible = character.replace(INVISIBLE, "")
      if ([...visible].every(carries)) return visible
      const letters = [...visible.normalize("NFKD").replace(/\p{M}/gu, "")]
      const plain = letters.map((ch) => (carries(ch) ? ch : (INSTEAD[ch] ?? ch))).join("")
      // An accent that stands for itself is taken apart into a blank and a mark.
      const isLost = plain.trim() === "" && visible.trim() !== ""
      return !isLost && [...plain].every(carries) ? plain : NOTHING_FITS
    })
    .join("")
}

/** The character at each of the 256 places of a page, for reading bytes back. */
export function charactersAt(page: PageName): readonly number[] {
  return CodepageEncoder.getCodepoints(page, true).map((code, i) => (i < 0x80 ? i : code))
}

function characterSetOf(page: PageName): ReadonlySet<number> {
  const known = carried.get(page)
  if (known !== undefined) return known
  const printable = charactersAt(page).filter((code, i) => i >= 0x20 && i !== 0x7f && code >= 0x20)
  const made = new Set(printable)
  carried.set(page, made)
  return made
}
