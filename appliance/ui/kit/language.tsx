/** The language of the page: asked of the browser once, switchable, remembered on this device. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import type { MessageKey } from "./messages/index.ts"
import { recall, remember } from "./remember.ts"
import { LANGUAGES, type Language, pickLanguage, say, type Values } from "./say.ts"

const KEY = "brasa.language"

export type Say = (key: MessageKey, values?: Values) => string

interface Speaking {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly t: Say
}

const SpeakingContext = createContext<Speaking | null>(null)

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(remembered)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback((next: Language) => {
    remember(KEY, next)
    setLanguage(next)
  }, [])
  const value = useMemo<Speaking>(
    () => ({ language, setLanguage: choose, t: (key, values) => say(language, key, values) }),
    [language, choose],
  )
  return <SpeakingContext value={value}>{children}</SpeakingContext>
}

export function useLanguage(): Speaking {
  const speaking = useContext(SpeakingContext)
  if (!speaking) throw new Error("useLanguage stands outside its LanguageProvider")
  return speaking
}

function remembered(): Language {
  const known = recall<Language>(KEY)
  return known !== null && LANGUAGES.includes(known) ? known : pickLanguage(navigator.languages)
}
