/** The kiosk's on-screen keyboard: its rows, and the effect of a key on a text. Pure. */
import type { Language } from "../../../ui/translate.ts"

/** `id`: digits and the letters that some documents begin or end with. `letteredId`: any letters. */
export type KeySet = "text" | "id" | "letteredId" | "email"

const ROWS = ["1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"]
const LETTERS_OF: Readonly<Record<Language, string>> = { es: "ÁÉÍÓÚÜÑ", pt: "ÁÂÃÇÉÊÍÓÔÕÚ", en: "" }
const DIGITS = ["123", "456", "789"]
const ID_LETTERS = "EGJKPVC"

export function keyRows(set: KeySet, language: Language): readonly (readonly string[])[] {
  if (set === "id") return [...DIGITS.map((row) => [...row]), ["-", "0", "erase"], [...ID_LETTERS]]
  if (set === "letteredId") return [...ROWS.map((row) => [...row]), ["-", "erase"]]
  const rows = ROWS.map((row) => [...(set === "email" ? row.toLowerCase() : row)])
  const last = set === "email" ? ["@", ".", "-", "_", "erase"] : ["space", ".", ",", "erase"]
  const own = set === "text" ? [...LETTERS_OF[language]] : []
  return [...rows, ...(own.length > 0 ? [own] : []), last]
}

interface Typing {
  readonly set: KeySet
  readonly maxLength: number
}

/** Words of a name begin with a capital. All letters of a document are capitals. */
export function typeKey(text: string, key: string, { set, maxLength }: Typing): string {
  if (key === "erase") return text.slice(0, -1)
  if (text.length >= maxLength) return text
  if (key === "space") return text === "" || text.endsWith(" ") ? text : `${text} `
  const isSmall = set !== "id" && set !== "letteredId" && /\p{L}$/u.test(text)
  return text + (isSmall ? key.toLowerCase() : key)
}
