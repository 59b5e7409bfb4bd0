/** The short numbers that the kiosks' orders are called out by: `K-017`, one row of numbers for all kiosks of a business day. */
import type { BoxTx } from "../storage/index.ts"

const PREFIX = "K-"
const DIGITS = 3

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
