/** Formats an amount with its currency code, because one list may contain several currencies. */
import { fromText } from "../../../../protocol/money.ts"
import * as format from "../../../../protocol/print/format.ts"

const NO_ZONE = "UTC"

export function amountText(scaled: string | null, currencyCode: string | null, language: string): string {
  if (scaled === null || currencyCode === null) return ""
  const manner = { locale: language, currencyCode, timeZone: NO_ZONE }
  return `${format.amount(fromText(scaled), manner)} ${currencyCode}`
}
