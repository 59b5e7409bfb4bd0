/** The language of the page: asked of the browser once, switchable, remembered on this device. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { COMMON, type CommonKey } from "./messages/index.ts"
import { recall, remember } from "./remember.ts"
import { type Catalogue, LANGUAGES, type Language, pickLanguage, say, type Values } from "./translate.ts"

const KEY = "brasa.language"

export type Say<Key extends string = CommonKey> = (key: Key, values?: Values) => string

export interface Speaking<Key extends string = CommonKey> {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly t: Say<Key>
  /** For words that come from outside, as a decline code: their message, or null if the catalogue has none. */
  readonly keyOf: (text: string) => Key | null
  /** The same, said: a code in words, or the code itself where the catalogue has none. */
  readonly wordOf: (text: string, code: string) => string
}

const SpeakingContext = createContext<Speaking<string> | null>(null)

/** The provider and the hook of a page: the messages that all pages share, and its own. */
export function createLanguage<const Own extends Catalogue>(own: Own) {
  const catalogue: Catalogue = { ...COMMON, ...own }
  const LanguageProvider = ({ children }: { children: ReactNode }) => (
    <SpeakingContext value={useSpeaking(catalogue)}>{children}</SpeakingContext>
  )
  const useOwnLanguage = useLanguage as () => Speaking<CommonKey | (keyof Own & string)>
  return { LanguageProvider, useLanguage: useOwnLanguage }
}

/** For the parts that pages share: the messages that every page has, or those that the part asks of its pages. */
export function useLanguage<Key extends string = CommonKey>(): Speaking<Key> {
  const speaking = useContext(SpeakingContext)
  if (!speaking) throw new Error("useLanguage stands outside its LanguageProvider")
  return speaking as unknown as Speaking<Key>
}

function useSpeaking(catalogue: Catalogue): Speaking<string> {
  const [language, setLanguage] = useState(remembered)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback((next: Language) => {
    remember(KEY, next)
    setLanguage(next)
  }, [])
  return useMemo(() => speakingOf({ catalogue, language, setLanguage: choose }), [catalogue, language, choose])
}

interface Voice extends Pick<Speaking, "language" | "setLanguage"> {
  readonly catalogue: Catalogue
}

function speakingOf({ catalogue, language, setLanguage }: Voice): Speaking<string> {
  const messageOf = (key: string) => (Object.hasOwn(catalogue, key) ? catalogue[key] : undefined)
  return {
    language,
    setLanguage,
    t: (key, values) => {
      const message = messageOf(key)
      if (!message) throw new Error(`the page has no message ${key}`)
      return say(message, language, values)
    },
    keyOf: (text) => (messageOf(text) ? text : null),
    wordOf: (text, code) => {
      const message = messageOf(text)
      return message ? say(message, language) : code
    },
  }
}

function remembered(): Language {
  const known = recall<Language>(KEY)
  return known !== null && LANGUAGES.includes(known) ? known : pickLanguage(navigator.languages)
}
