/** A decline reason in words: the catalogue's where it knows the code, else the code made readable. Pure. */
import { keyOf, type Language, say } from "../kit/say.ts"

export function declineWord(code: string, language: Language): string {
  const key = keyOf(`decline.${code}`)
  if (key) return say(language, key)
  const words = code.replaceAll("_", " ").trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
