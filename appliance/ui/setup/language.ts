/** The language of the setup page. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage(MESSAGES)
