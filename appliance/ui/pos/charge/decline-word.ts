/** Words a decline reason: its message, or else the code in a readable form. Pure. */
import type { LanguageState } from "../../../../ui/language.tsx"
import type { MessageKey } from "../messages/index.ts"

export function declineWord(code: string, { t, keyOf }: Pick<LanguageState<MessageKey>, "t" | "keyOf">): string {
  const key = keyOf(`decline.${code}`)
  if (key) return t(key)
  const words = code.replaceAll("_", " ").trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
