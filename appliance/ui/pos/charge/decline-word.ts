/** A decline reason in words: the catalogue's where it knows the code, else the code made readable. Pure. */
import type { LanguageState } from "../../../../ui/language.tsx"
import type { MessageKey } from "../messages/index.ts"

export function declineWord(code: string, { t, keyOf }: Pick<LanguageState<MessageKey>, "t" | "keyOf">): string {
  const key = keyOf(`decline.${code}`)
  if (key) return t(key)
  const words = code.replaceAll("_", " ").trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
