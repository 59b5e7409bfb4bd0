/** The language of the manager's page. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage(MESSAGES)
