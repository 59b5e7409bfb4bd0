/** The page's language: the browser's at first, then the one chosen on this device. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { COMMON, type CommonKey } from "./messages/index.ts"
import { recall, remember } from "./remember.ts"
import { type Catalogue, LANGUAGES, type Language, pickLanguage, translate, type Values } from "./translate.ts"

const KEY = "brasa.language"

export type Translate<Key extends string = CommonKey> = (key: Key, values?: Values) => string

export interface LanguageState<Key extends string = CommonKey> {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly t: Translate<Key>
  /** For codes from elsewhere: the text as a message key, or null if the page has no such message. */
  readonly keyOf: (text: string) => Key | null
  /** The message `text`, or `code` if the page has no such message. */
  readonly wordOf: (text: string, code: string) => string
}

const LanguageContext = createContext<LanguageState<string> | null>(null)

/** Creates a page's provider and hook, for the shared messages and its own. */
export function createLanguage<const Own extends Catalogue>(own: Own) {
  const catalogue: Catalogue = { ...COMMON, ...own }
  const LanguageProvider = ({ children }: { children: ReactNode }) => (
    <LanguageContext value={useLanguageState(catalogue)}>{children}</LanguageContext>
  )
  const useOwnLanguage = useLanguage as () => LanguageState<CommonKey | (keyof Own & string)>
  return { LanguageProvider, useLanguage: useOwnLanguage }
}

/** For shared components. `Key`: messages that the page must have. */
export function useLanguage<Key extends string = CommonKey>(): LanguageState<Key> {
  const state = useContext(LanguageContext)
  if (!state) throw new Error("useLanguage stands outside its LanguageProvider")
  return state as unknown as LanguageState<Key>
}

function useLanguageState(catalogue: Catalogue): LanguageState<string> {
  const [language, setLanguage] = useState(remembered)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback((next: Language) => {
    remember(KEY, next)
    setLanguage(next)
  }, [])
  return useMemo(() => createLanguageState({ catalogue, language, setLanguage: choose }), [catalogue, language, choose])
}

interface LanguageChoice extends Pick<LanguageState, "language" | "setLanguage"> {
  readonly catalogue: Catalogue
}

function createLanguageState({ catalogue, language, setLanguage }: LanguageChoice): LanguageState<string> {
  const messageOf = (key: string) => (Object.hasOwn(catalogue, key) ? catalogue[key] : undefined)
  return {
    language,
    setLanguage,
    t: (key, values) => {
      const message = messageOf(key)
      if (!message) throw new Error(`the page has no message ${key}`)
      return translate(message, language, values)
    },
    keyOf: (text) => (messageOf(text) ? text : null),
    wordOf: (text, code) => {
      const message = messageOf(text)
      return message ? translate(message, language) : code
    },
  }
}

function remembered(): Language {
  const known = recall<Language>(KEY)
  return known !== null && LANGUAGES.includes(known) ? known : pickLanguage(navigator.languages)
}
