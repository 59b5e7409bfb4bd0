/** Pictographs as words, before a paper is laid out: no code page carries them, and what a guest wrote must stand on the ticket. */
import en from "./emoji/en.json" with { type: "json" }
import es from "./emoji/es.json" with { type: "json" }
import pt from "./emoji/pt.json" with { type: "json" }
import { charactersOf } from "./fit.ts"
import { language, type Manner } from "./format.ts"

const NAMES: Readonly<Record<"es" | "pt" | "en", Readonly<Record<string, string>>>> = { es, pt, en }
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u
/** Letters of trade, which code pages carry or spell. */
const TRADE = /^[©®™]\ufe0f?$/
const TONES = /\ufe0f|\p{Emoji_Modifier}/gu
/** Take no column and print nothing: joiners, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const MARK = /\p{M}/u
const NAMELESS = "*"

/** `alergia: 🥜🦐` → `alergia: [cacahuetes] [gamba]`, in the language of the store. */
export function withEmojiWords(text: string, manner: Pick<Manner, "locale">): string {
  if (!PICTOGRAPH.test(text)) return text.replace(INVISIBLE, "")
  const names = NAMES[language(manner)]
  let written = ""
  let afterWord = false
  for (const segment of charactersOf(text)) {
    const isWord = PICTOGRAPH.test(segment) && !TRADE.test(segment)
    if (isWord && afterWord) written += " "
    written += isWord ? wordsOf(segment, names) : segment.replace(INVISIBLE, "")
    afterWord = isWord
  }
  return written
}

/** A joined sign without a name of its own is named by its parts; a letter among them stays. */
function wordsOf(sign: string, names: Readonly<Record<string, string>>): string {
  const bare = sign.replace(TONES, "")
  const name = nameOf(bare, names)
  if (name !== undefined) return `[${name}]`
  const parts = [...bare.replace(INVISIBLE, "")].map((part) => {
    const word = nameOf(part, names)
    if (word !== undefined) return `[${word}]`
    return PICTOGRAPH.test(part) || MARK.test(part) ? NAMELESS : part
  })
  return parts.join(" ") || NAMELESS
}

function nameOf(sign: string, names: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(names, sign) ? names[sign] : undefined
}
