/** Words the details of an audit entry: `minutes: 5 · role: owner`. */

type Detail = Readonly<Record<string, unknown>>

export interface DetailLanguage {
  /** A message of the page with its value; null if the page has none. Values of details in milliseconds are passed in seconds. */
  readonly message: (key: string, value?: string) => string | null
  readonly moment: (iso: string) => string
}

export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Message keys of values that are not under `detail.<key>.<value>`. */
const NAMED_ELSEWHERE: Readonly<Record<string, (code: string) => string>> = {
  conflict: (code) => `conflict.${code}`,
  changed: (code) => `changed.${code}`,
  method: (code) => `method.${code}`,
  role: (code) => `role.${code}`,
  kind: (code) => `kind.${code}`,
  level: (code) => `methods.level.${code}`,
  ring: (code) => `ring.${code}`,
  channel: (code) => `channel.${code}`,
  fulfillmentType: (code) => `fulfillment.${code}`,
}

/** Leaves out ids and details without a message; `detailCodes` has them all. */
export function detailWords(detail: Detail, language: DetailLanguage): string {
  const words = Object.entries(detail).map(([key, value]) => {
    const text = valueWords(key, value, language)
    return text === "" ? null : language.message(`detail.${key}`, text)
  })
  return words.filter((each) => each !== null).join(" · ")
}

function valueWords(key: string, value: unknown, language: DetailLanguage): string {
  if (Array.isArray(value)) {
    return value
      .map((each) => valueWords(key, each, language))
      .filter(Boolean)
      .join(", ")
  }
  if (value === null || value === undefined || typeof value === "object") return ""
  const code = key.endsWith("Ms") ? String(Math.round(Number(value) / 1_000)) : String(value)
  if (ID.test(code)) return ""
  if (MOMENT.test(code)) return language.moment(code)
  const named = NAMED_ELSEWHERE[key]?.(code) ?? `detail.${key}.${code}`
  const yesOrNo = typeof value === "boolean" ? language.message(`detail.${value ? "yes" : "no"}`) : null
  return language.message(named) ?? yesOrNo ?? code
}

/** All details as codes, for support. */
export function detailCodes(detail: Detail): string {
  const words = Object.entries(detail).filter(([, value]) => value !== null)
  return words.map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(" · ")
}
