/** Formats money, dates and times as the store's country writes them, as on printed documents. */
import { createContext, type ReactNode, useContext, useMemo } from "react"
import type { Scaled } from "../protocol/money.ts"
import * as format from "../protocol/print/format.ts"
import { useLanguage } from "./language.tsx"

const ONE_AND_A_HALF = 15_000

export interface StoreFace {
  readonly id: string
  readonly code: string | null
  readonly name: string
  readonly currency: string
  readonly countryCode: string | null
  readonly timeZone: string
}

export interface Figures {
  readonly currency: string
  readonly decimals: number
  /** Decimal separator: `.` or `,`. */
  readonly point: string
  /** With the store's currency sign. */
  readonly money: (amount: Scaled) => string
  /** The amount in the given currency; with its code if it is not the store's: `USD 12.50`. */
  readonly moneyIn: (amount: Scaled, currencyCode: string) => string
  readonly decimal: (value: number, decimals: number) => string
  /** A quantity, without decimals if it is whole. */
  readonly count: (value: number) => string
  readonly date: (day: string) => string
  readonly time: (moment: string) => string
  /** The time, with the date if it is not today. */
  readonly when: (moment: string, now: string) => string
  readonly rate: (rate: string) => string
}

const StoreContext = createContext<StoreFace | null>(null)

export function StoreProvider({ store, children }: { store: StoreFace; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>
}

export function useStore(): StoreFace {
  const store = useContext(StoreContext)
  if (!store) throw new Error("useStore stands outside its StoreProvider")
  return store
}

export function useFigures(): Figures {
  const { currency, countryCode, timeZone } = useStore()
  const { language } = useLanguage()
  return useMemo(() => {
    const locale = countryCode === null ? language : `${language}-${countryCode}`
    const options = { locale, currencyCode: currency, timeZone }
    return {
      currency,
      decimals: format.decimalsOf(currency),
      point: format.amount(ONE_AND_A_HALF, { ...options, currencyCode: "USD" }).slice(1, 2),
      money: (amount) => format.money(amount, options),
      moneyIn: (amount, currencyCode) =>
        currencyCode === currency
          ? format.money(amount, options)
          : `${currencyCode} ${format.amount(amount, { ...options, currencyCode })}`,
      decimal: (value, decimals) => format.decimal(value, decimals, options),
      count: (value) => format.count(value, options),
      date: (day) => format.date(day, options),
      time: (moment) => format.time(moment, options),
      when: (moment, now) => format.when(moment, now, options),
      rate: (rate) => format.rate(rate, options),
    }
  }, [currency, countryCode, timeZone, language])
}

/** `4:07`. Hours are shown as minutes. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}
