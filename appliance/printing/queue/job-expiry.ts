/** How long a document may wait for its printer. After that it does not print by itself: the kitchen would cook last night's ticket again. */

const MINUTE_MS = 60_000
const TIME_TO_LIVE_DEFAULT_MS = 120 * MINUTE_MS

/** Null: prints whenever the printer is back. */
const TIME_TO_LIVE_MS: Readonly<Record<string, number | null>> = {
  kitchen_ticket: 30 * MINUTE_MS,
  cancellation_slip: 30 * MINUTE_MS,
  kiosk_locator: 10 * MINUTE_MS,
  receipt: 120 * MINUTE_MS,
  test_page: 10 * MINUTE_MS,
  code_pages: 10 * MINUTE_MS,
  setup_claim: 10 * MINUTE_MS,
  setup_certificate: 10 * MINUTE_MS,
  // The day's figures and a cashier's count are needed, however late.
  day_close: null,
  shift_slip: null,
}

export function expiryOf(document: string, now: string): string | null {
  const lives = document in TIME_TO_LIVE_MS ? TIME_TO_LIVE_MS[document] : TIME_TO_LIVE_DEFAULT_MS
  return lives === null || lives === undefined ? null : new Date(Date.parse(now) + lives).toISOString()
}
