/** The language of the setup page: its own words, and those of the parts that it shares with the manager's. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES as OF_THE_MANAGER } from "../manage/messages/index.ts"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage({ ...OF_THE_MANAGER, ...MESSAGES })
