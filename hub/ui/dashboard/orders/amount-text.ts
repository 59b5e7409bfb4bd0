/** An amount as a person of headquarters reads it: with its currency's code, since stores of several countries stand side by side. */
import { fromText } from "../../../../protocol/money.ts"
import * as format from "../../../../protocol/print/format.ts"

/** No zone matters to an amount. */
const NO_ZONE = "UTC"

export function amountText(scaled: string | null, currencyCode: string | null, language: string): string {
  if (scaled === null || currencyCode === null) return ""
  const manner = { locale: language, currencyCode, timeZone: NO_ZONE }
  return `${format.amount(fromText(scaled), manner)} ${currencyCode}`
}
