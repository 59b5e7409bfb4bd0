/** The operator's flags for retention. */
import { type FlagTable, reading, type Settings } from "../../runtime/flags.ts"

/** The contract's minimum for events, reports and their lookup. */
const PROMISED_DAYS = 30
const REQUEST_DAYS = 30
/** Drawer openings are audited after the month's books are closed. */
const TRAIL_DAYS_MIN = 90
/** A month may still change until another whole month is over. */
const ORDER_MONTHS_MIN = 2
const DAY_MS = 24 * 3_600_000

export const RETENTION_FLAGS = {
  keepEvents: {
    env: "BRASA_KEEP_EVENTS",
    value: "DAYS",
    about: `Events with their deliveries are kept so long: ${PROMISED_DAYS} or more, 0 for ever (default ${PROMISED_DAYS}).`,
    read: wholeOrEver(PROMISED_DAYS, PROMISED_DAYS),
  },
  keepReports: {
    env: "BRASA_KEEP_REPORTS",
    value: "DAYS",
    about: `Reports of aggregators, kitchens and authorities: ${PROMISED_DAYS} or more, 0 for ever (default ${PROMISED_DAYS}).`,
    read: wholeOrEver(PROMISED_DAYS, PROMISED_DAYS),
  },
  keepRequests: {
    env: "BRASA_KEEP_REQUESTS",
    value: "DAYS",
    about: `The request log: 1 or more, 0 for ever (default ${REQUEST_DAYS}).`,
    read: wholeOrEver(REQUEST_DAYS, 1),
  },
  keepTrail: {
    env: "BRASA_KEEP_TRAIL",
    value: "DAYS",
    about: `What was done in the stores, and by whom: ${TRAIL_DAYS_MIN} or more, 0 for ever (default 0).`,
    read: wholeOrEver(0, TRAIL_DAYS_MIN),
  },
  keepOrders: {
    env: "BRASA_KEEP_ORDERS",
    value: "MONTHS",
    about: `Orders of older months are archived, checked, and dropped: ${ORDER_MONTHS_MIN} or more, 0 keeps them for ever (default 0).`,
    read: wholeOrEver(0, ORDER_MONTHS_MIN),
  },
  archive: {
    env: "BRASA_ARCHIVE",
    value: "DIR",
    about: "Where archived months are written (default archive in the data directory).",
    read: reading.text(null),
  },
} as const satisfies FlagTable

/** The defaults. */
export const RETENTION_DEFAULTS: Settings<typeof RETENTION_FLAGS> = {
  keepEvents: PROMISED_DAYS,
  keepReports: PROMISED_DAYS,
  keepRequests: REQUEST_DAYS,
  keepTrail: 0,
  keepOrders: 0,
  archive: null,
}

/** In milliseconds; infinite for what is kept for ever. */
export interface Retention {
  readonly eventsMs: number
  readonly reportsMs: number
  readonly requestsMs: number
  readonly trailMs: number
}

export function retentionOf(
  settings: Pick<Settings<typeof RETENTION_FLAGS>, "keepEvents" | "keepReports" | "keepRequests" | "keepTrail">,
): Retention {
  const toMs = (days: number) => (days === 0 ? Number.POSITIVE_INFINITY : days * DAY_MS)
  return {
    eventsMs: toMs(settings.keepEvents),
    reportsMs: toMs(settings.keepReports),
    requestsMs: toMs(settings.keepRequests),
    trailMs: toMs(settings.keepTrail),
  }
}

/** A whole number from `min` on, or 0. */
function wholeOrEver(fallback: number, min: number) {
  return (texts: readonly string[]): number => {
    const number = reading.whole(fallback)(texts)
    if (number !== 0 && number < min) throw new Error(`must be ${min} or more, or 0 for ever, not "${number}"`)
    return number
  }
}
