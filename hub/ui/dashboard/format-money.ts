/** Formats scaled amounts in the user's language. */

import { fromText } from "../../../protocol/money.ts"
import * as format from "../../../protocol/print/format.ts"
import { useLanguage } from "./language.ts"

export function useMoney(): (amount: number, currencyCode: string) => string {
  const { language } = useLanguage()
  return (amount, currencyCode) => format.money(amount, { locale: language, currencyCode, timeZone: "UTC" })
}

/** Formats an amount with its currency code, because one list may contain several currencies. */
const NO_ZONE = "UTC"

export function amountText(scaled: string | null, currencyCode: string | null, language: string): string {
  if (scaled === null || currencyCode === null) return ""
  const options = { locale: language, currencyCode, timeZone: NO_ZONE }
  return `${format.amount(fromText(scaled), options)} ${currencyCode}`
}
