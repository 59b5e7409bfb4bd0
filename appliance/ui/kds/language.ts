/** The language of the kitchen's screens. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage(MESSAGES)
