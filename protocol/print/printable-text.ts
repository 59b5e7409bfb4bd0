/** Text of any origin as layout takes it: what would change its width afterwards is written out before. */
import { withEmojiWords } from "./emoji-words.ts"
import { charactersOf } from "./fit.ts"
import type { Manner } from "./format.ts"

/** Printable characters of windows-1252 above Latin-1, which with Latin-1 carry all of Spanish, Portuguese and English. */
const WINDOWS_EXTRA = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
/** Needs none of this. */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\xff]*$/
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Printers have no letter to put it on. */
const MARK_ALONE = /(^|\s)\p{M}+/gu
const FRACTION_SLASH = /\u2044/g

/** One kind of line end, no tabs, words for pictographs, `⅓` as `1/3`, and a `*` for an accent that stands alone. */
export function printableText(text: string, manner: Pick<Manner, "locale">): string {
  if (PLAIN.test(text)) return text
  const worded = withEmojiWords(text.replace(LINE_END, "\n").replaceAll("\t", " "), manner)
  return charactersOf(worded.replace(MARK_ALONE, "$1*")).map(spelledOut).join("")
}

export function isInWindows1252(text: string): boolean {
  return [...text].every((ch) => {
    const code = ch.codePointAt(0) ?? 0
    return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || WINDOWS_EXTRA.includes(ch)
  })
}

/** `№` is printed as `No`, two columns; what has one column in any case is left to the printer's code page. */
function spelledOut(ch: string): string {
  if (isInWindows1252(ch)) return ch
  const letters = ch.normalize("NFKC").replace(FRACTION_SLASH, "/")
  return letters.length > 1 && isInWindows1252(letters) ? letters : ch
}
