/** The language of the dashboard. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage(MESSAGES)

export type Say = ReturnType<typeof useLanguage>["t"]
export type WordOf = ReturnType<typeof useLanguage>["wordOf"]
