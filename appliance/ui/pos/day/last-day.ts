/** The day that this register saw open last, whoever closed it: its report can still be looked at and printed. */
import { recall, remember } from "../../../../ui/remember.ts"

const KEY = "brasa.lastDay"

/** null until this register has seen an open day. */
export function lastDay(): string | null {
  return recall<string>(KEY)
}

export function rememberLastDay(businessDayDate: string): void {
  remember(KEY, businessDayDate)
}
