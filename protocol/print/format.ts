/** Figures as people of a country read them: money from scaled integers, counts, rates, dates and hours. */

export interface Manner {
  /** `es`, `pt` or `en`, with a country where it matters: `es-EC`. */
  readonly locale: string
  readonly currencyCode: string
  /** IANA name; instants in UTC are shown at this place's clock. */
  readonly timeZone?: string | undefined
}

const SCALE = 10_000n
/** As many as a unit price has. */
const COUNT_DECIMALS = 4
const DECIMALS: Readonly<Record<string, number>> = { CLP: 0, PYG: 0, JPY: 0 }
const POINT_COUNTRIES = new Set(["MX", "PE", "PA", "DO", "GT", "HN", "NI", "SV", "PR", "US", "GB"])
const SYMBOLS: Readonly<Record<string, string>> = {
  USD: "$",
  EUR: "€",
  BRL: "R$",
  COP: "$",
  CLP: "$",
  ARS: "$",
  MXN: "$",
  PEN: "S/",
  VES: "Bs",
}

/** `1234567` → `123,46`: rounded half away from zero to the currency's own decimals. */
export function amount(scaled: number, manner: Manner): string {
  const decimals = decimalsOf(manner.currencyCode)
  const unit = SCALE / 10n ** BigInt(decimals)
  const size = BigInt(Math.abs(scaled))
  const rounded = (size + unit / 2n) / unit
  const digits = rounded.toString().padStart(decimals + 1, "0")
  const whole = grouped(digits.slice(0, digits.length - decimals), manner)
  const cents = decimals === 0 ? "" : separators(manner).point + digits.slice(-decimals)
  return `${scaled < 0 && rounded > 0n ? "-" : ""}${whole}${cents}`
}

/** How many decimals the currency's smallest coin has. */
export function decimalsOf(currencyCode: string): number {
  return DECIMALS[currencyCode] ?? 2
}

/** The amount with its currency's sign before it; a currency without a common sign shows its code. */
export function money(scaled: number, manner: Manner): string {
  const shown = amount(scaled, manner)
  const sign = SYMBOLS[manner.currencyCode] ?? `${manner.currencyCode} `
  const gap = sign.length > 1 && !sign.endsWith(" ") ? " " : ""
  return shown.startsWith("-") ? `-${sign}${gap}${shown.slice(1)}` : `${sign}${gap}${shown}`
}

/** Whole where it is whole: `2`, and of what is sold by weight `0,125`. A sum of such shows nothing of how machines add. */
export function count(value: number, manner: Manner): string {
  const [, fraction = ""] = String(Number(value.toFixed(COUNT_DECIMALS))).split(".")
  return decimal(value, fraction.length, manner)
}

/** What is measured and no money: `73.94` with one decimal → `73,9`. */
export function decimal(value: number, decimals: number, manner: Manner): string {
  const [whole = "", rest] = Math.abs(value).toFixed(decimals).split(".")
  const shown = grouped(whole, manner) + (rest === undefined ? "" : separators(manner).point + rest)
  return `${value < 0 && /[1-9]/.test(shown) ? "-" : ""}${shown}`
}

/** `"0.15"` and `"15"` both are 15%: below 1 a rate is a fraction. */
export function rate(value: string | number, manner: Manner): string {
  const figure = Number(value)
  const percent = Math.abs(figure) < 1 ? figure * 100 : figure
  const digits = String(Math.round(percent * 100) / 100)
  return `${digits.replace(".", separators(manner).point)}%`
}

/** `2026-11-21` or an instant → `21/11/2026` (`2026-11-21` in English: the one order nobody misreads). */
export function date(value: string, manner: Manner): string {
  const day = clockAt(value, manner).slice(0, 10)
  return language(manner) === "en" ? day : day.split("-").reverse().join("/")
}

export function time(value: string, manner: Manner): string {
  return clockAt(value, manner).slice(11, 16)
}

/** The hour of what happened on the day of `now`; what is older has its day before it. */
export function when(value: string, now: string, manner: Manner): string {
  const day = date(value, manner)
  return day === date(now, manner) ? time(value, manner) : `${day} ${time(value, manner)}`
}

/** `13` → `13:00-13:59`. */
export function hour(value: number): string {
  const shown = String(value).padStart(2, "0")
  return `${shown}:00-${shown}:59`
}

export function language(manner: Pick<Manner, "locale">): "es" | "pt" | "en" {
  const tongue = manner.locale.slice(0, 2)
  return tongue === "pt" || tongue === "en" ? tongue : "es"
}

/** An instant given with `Z` is moved to the store's clock; any other text already is a wall clock. */
function clockAt(value: string, manner: Manner): string {
  if (!value.endsWith("Z") || manner.timeZone === undefined) return value
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: manner.timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(value))
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ""
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`
}

function separators(manner: Manner): { point: string; group: string } {
  const country = manner.locale.split("-")[1]
  const pointed = country === undefined ? language(manner) === "en" : POINT_COUNTRIES.has(country)
  return pointed ? { point: ".", group: "," } : { point: ",", group: "." }
}

function grouped(digits: string, manner: Manner): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separators(manner).group)
}
