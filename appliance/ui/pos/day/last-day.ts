/** Stores the day that was last open at this register, so that its report can be printed after the close. */
import { recall, remember } from "../../../../ui/remember.ts"

const KEY = "brasa.lastDay"

/** Null before the first open day. */
export function lastDay(): string | null {
  return recall<string>(KEY)
}

export function rememberLastDay(businessDayDate: string): void {
  remember(KEY, businessDayDate)
}
