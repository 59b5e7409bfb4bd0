/** Replaces pictographs with words before layout. No code page has them, and a guest's note must reach the kitchen. */
import en from "./emoji/en.json" with { type: "json" }
import es from "./emoji/es.json" with { type: "json" }
import pt from "./emoji/pt.json" with { type: "json" }
import { charactersOf } from "./fit.ts"
import { language, type Manner } from "./format.ts"

const NAMES: Readonly<Record<"es" | "pt" | "en", Readonly<Record<string, string>>>> = { es, pt, en }
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u
/** Trademark signs, which code pages have or spell out. */
const TRADE = /^[©®™]\ufe0f?$/
const TONES = /\ufe0f|\p{Emoji_Modifier}/gu
/** Joiners, variation selectors and tags, which have no width. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const MARK = /\p{M}/u
const NAMELESS = "*"

/** `alergia: 🥜🦐` → `alergia: [cacahuetes] [gamba]`, in the language of the store. */
export function withEmojiWords(text: string, manner: Pick<Manner, "locale">): string {
  if (!PICTOGRAPH.test(text)) return text.replace(INVISIBLE, "")
  const names = NAMES[language(manner)]
  let result = ""
  let afterWord = false
  for (const segment of charactersOf(text)) {
    const isWord = PICTOGRAPH.test(segment) && !TRADE.test(segment)
    if (isWord && afterWord) result += " "
    result += isWord ? wordsOf(segment, names) : segment.replace(INVISIBLE, "")
    afterWord = isWord
  }
  return result
}

/** Names a joined pictograph by its parts where it has no name itself. A letter among the parts stays. */
function wordsOf(pictograph: string, names: Readonly<Record<string, string>>): string {
  const plain = pictograph.replace(TONES, "")
  const name = nameOf(plain, names)
  if (name !== undefined) return `[${name}]`
  const parts = [...plain.replace(INVISIBLE, "")].map((part) => {
    const word = nameOf(part, names)
    if (word !== undefined) return `[${word}]`
    return PICTOGRAPH.test(part) || MARK.test(part) ? NAMELESS : part
  })
  return parts.join(" ") || NAMELESS
}

function nameOf(pictograph: string, names: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(names, pictograph) ? names[pictograph] : undefined
}
