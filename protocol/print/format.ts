/** Formats money (scaled integers), counts, rates, dates and hours as a country writes them. */

export interface Manner {
  /** `es`, `pt` or `en`, with a country where it matters: `es-EC`. */
  readonly locale: string
  readonly currencyCode: string
  /** IANA name. Instants in UTC are shown in this time zone. */
  readonly timeZone?: string | undefined
}

const SCALE = 10_000n
/** The decimals of a unit price. */
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

/** `1234567` → `123,46`, rounded half away from zero to the currency's decimals. */
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

/** The number of decimals of a currency. */
export function decimalsOf(currencyCode: string): number {
  return DECIMALS[currencyCode] ?? 2
}

/** The amount after its currency's sign, or after its code where it has no common sign. */
export function money(scaled: number, manner: Manner): string {
  const shown = amount(scaled, manner)
  const sign = SYMBOLS[manner.currencyCode] ?? `${manner.currencyCode} `
  const gap = sign.length > 1 && !sign.endsWith(" ") ? " " : ""
  return shown.startsWith("-") ? `-${sign}${gap}${shown.slice(1)}` : `${sign}${gap}${shown}`
}

/** `2`, or `0,125` for what is sold by weight. Rounding hides the error of floating-point sums. */
export function count(value: number, manner: Manner): string {
  const [, fraction = ""] = String(Number(value.toFixed(COUNT_DECIMALS))).split(".")
  return decimal(value, fraction.length, manner)
}

/** A number that is not money: `73.94` with one decimal → `73,9`. */
export function decimal(value: number, decimals: number, manner: Manner): string {
  const [whole = "", rest] = Math.abs(value).toFixed(decimals).split(".")
  const shown = grouped(whole, manner) + (rest === undefined ? "" : separators(manner).point + rest)
  return `${value < 0 && /[1-9]/.test(shown) ? "-" : ""}${shown}`
}

/** `"0.15"` and `"15"` are both 15%: a rate below 1 is a fraction. */
export function rate(value: string | number, manner: Manner): string {
  const figure = Number(value)
  const percent = Math.abs(figure) < 1 ? figure * 100 : figure
  const digits = String(Math.round(percent * 100) / 100)
  return `${digits.replace(".", separators(manner).point)}%`
}

/** `2026-11-21` or an instant → `21/11/2026`. English prints `2026-11-21`, because its readers differ about day and month. */
export function date(value: string, manner: Manner): string {
  const day = clockAt(value, manner).slice(0, 10)
  return language(manner) === "en" ? day : day.split("-").reverse().join("/")
}

export function time(value: string, manner: Manner): string {
  return clockAt(value, manner).slice(11, 16)
}

/** The time; with its date before it unless that is the date of `now`. */
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
  const prefix = manner.locale.slice(0, 2)
  return prefix === "pt" || prefix === "en" ? prefix : "es"
}

/** Converts an instant with `Z` to the store's time zone. Any other text is local time already. */
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
