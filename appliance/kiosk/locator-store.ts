/** The short numbers that the kiosks' orders are called out by: `K-017`, one row of numbers for all kiosks of a business day. */
import { addDays } from "../../protocol/time.ts"
import type { BoxTx } from "../storage/index.ts"

const PREFIX = "K-"
const DIGITS = 3
/** More than the kiosks of one store take in the time that a copy of its database lags behind. */
const SKIPPED_NUMBERS = 100
/** The date of a store differs from the date in UTC by one day at most. */
const DATE_DIFFERENCE_DAYS = 1

/** Above every number given today; one that an order has already (a tenth register calls itself K too) is left out. */
export function drawLocator({ db }: BoxTx, businessDay: string): string {
  const draw = db.prepare<[string], { last: number }>(
    `INSERT INTO kiosk_locator (business_day, last) VALUES (?, 1)
     ON CONFLICT (business_day) DO UPDATE SET last = last + 1 RETURNING last`,
  )
  const taken = db.prepare<[string, string]>("SELECT 1 FROM orders WHERE business_day = ? AND order_code = ?")
  for (;;) {
    const code = PREFIX + String(draw.get(businessDay)?.last).padStart(DIGITS, "0")
    if (taken.get(businessDay, code) === undefined) return code
  }
}

/**
 * For a database that became another appliance's, or is an older copy: the kiosks may have called numbers that it does not know. Continues
 * beyond them on every business day that may still be sold on, also where the copy has neither a number nor the day itself.
 */
export function skipLocators({ db, now }: BoxTx): void {
  const today = now.slice(0, "YYYY-MM-DD".length)
  const open = db.prepare<[], string>("SELECT business_day FROM business_day WHERE status = 'open'").pluck().all()
  const near = [-DATE_DIFFERENCE_DAYS, 0, DATE_DIFFERENCE_DAYS].map((days) => addDays(today, days))
  const skip = db.prepare<[string, number]>(
    `INSERT INTO kiosk_locator (business_day, last) VALUES (?, ?)
     ON CONFLICT (business_day) DO UPDATE SET last = last + excluded.last`,
  )
  for (const day of new Set([...open, ...near])) skip.run(day, SKIPPED_NUMBERS)
}
