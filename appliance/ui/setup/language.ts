/** The setup page's language: its own messages and those of the manager's page. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES as OF_THE_MANAGER } from "../manage/messages/index.ts"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage({ ...OF_THE_MANAGER, ...MESSAGES })
