/** Translates a message and fills in its values. Pure. */

export const LANGUAGES = ["es", "pt", "en"] as const
export type Language = (typeof LANGUAGES)[number]
/** A missing translation does not compile. */
export type Message = Readonly<Record<Language, string>>
export type Catalogue = Readonly<Record<string, Message>>
export type Values = Readonly<Record<string, string | number>>

/** `{n}` becomes the value; `{n|sale|sales}` the first word for 1, else the second. */
const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g

export function translate(message: Message, language: Language, values: Values = {}): string {
  return message[language].replace(PLACEHOLDER, (placeholder, name: string, one?: string, other?: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    if (one === undefined) return String(value)
    return (value === 1 ? one : other) ?? ""
  })
}

/** The first language of the browser that we have; otherwise Spanish. */
export function pickLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase())
  return codes.flatMap((code) => LANGUAGES.filter((language) => language === code))[0] ?? "es"
}
