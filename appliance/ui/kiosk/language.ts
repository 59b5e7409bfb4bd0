/** The language of the kiosk. */
import { createLanguage } from "../../../ui/language.tsx"
import { MESSAGES } from "./messages/index.ts"

export const { LanguageProvider, useLanguage } = createLanguage(MESSAGES)

export type Translate = ReturnType<typeof useLanguage>["t"]
