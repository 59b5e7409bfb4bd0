/** Formats dates and times in the user's language and the browser's time zone. */
import { useMemo } from "react"
import { useLanguage } from "./language.ts"

export interface Moments {
  /** Day and time to the minute. */
  readonly moment: (iso: string | null) => string
  /** Day and time to the second. */
  readonly exact: (iso: string | null) => string
}

const NEVER = "–"

export function useMoments(): Moments {
  const { language } = useLanguage()
  return useMemo(() => {
    const short = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
    const long = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" })
    const written = (format: Intl.DateTimeFormat) => (iso: string | null) =>
      iso === null ? NEVER : format.format(new Date(iso))
    return { moment: written(short), exact: written(long) }
  }, [language])
}

/** The date `YYYY-MM-DD` in the browser's time zone. UTC may already have the next day. Pure. */
export function localDay(moment: Date): string {
  const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((figure) => String(figure).padStart(2, "0"))
  return `${moment.getFullYear()}-${month}-${day}`
}
