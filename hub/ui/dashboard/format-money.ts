/** Formats scaled amounts in the user's language. */
import * as format from "../../../protocol/print/format.ts"
import { useLanguage } from "./language.ts"

export function useMoney(): (amount: number, currencyCode: string) => string {
  const { language } = useLanguage()
  return (amount, currencyCode) => format.money(amount, { locale: language, currencyCode, timeZone: "UTC" })
}
