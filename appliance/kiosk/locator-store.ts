/** Draws the locators of kiosk orders, such as `K-017`. All kiosks of a store share one counter per business day. */
import { addDays } from "../../protocol/time.ts"
import type { BoxTx } from "../storage/index.ts"

const PREFIX = "K-"
const DIGITS = 3
/** More than the kiosks of one store use in the time by which a copy of its database is behind. */
const SKIPPED_NUMBERS = 100
/** The date of a store differs from the date in UTC by one day at most. */
const DATE_DIFFERENCE_DAYS = 1

/** Leaves out a locator that an order already has: the prefix of a store's tenth register is K too. */
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
 * For a database that was promoted or is an older copy: kiosks may have used locators that it does not have. Skips beyond them on every
 * business day that may still have sales, even if the copy lacks the day itself.
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
