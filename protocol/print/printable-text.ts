/** Prepares text from outside for layout: everything that would change its width later is replaced first. */
import { withEmojiWords } from "./emoji-words.ts"
import { charactersOf } from "./fit.ts"
import type { Manner } from "./format.ts"

/** The printable characters of windows-1252 that Latin-1 lacks. Together they cover Spanish, Portuguese and English. */
const WINDOWS_EXTRA = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
/** Text that needs no preparation. */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\xff]*$/
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Printers cannot print an accent without a letter. */
const MARK_ALONE = /(^|\s)\p{M}+/gu
const FRACTION_SLASH = /\u2044/g

/** Unifies line ends, replaces tabs, writes pictographs as words and `⅓` as `1/3`, and puts `*` for an accent without a letter. */
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

/** `№` becomes `No`, which has two columns. A character of one column is left to the printer's code page. */
function spelledOut(ch: string): string {
  if (isInWindows1252(ch)) return ch
  const letters = ch.normalize("NFKC").replace(FRACTION_SLASH, "/")
  return letters.length > 1 && isInWindows1252(letters) ? letters : ch
}
