/** Business days on the box's disk. */
import { DAYS_LISTED_MAX } from "../../../protocol/http/store-state.ts"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import type { BoxTx } from "../../storage/index.ts"

/** More dates than a clock that runs ahead can close before somebody corrects it. */
const CLOSED_DATES_MAX = 14

interface Row {
  readonly body: string
}

export function findDay({ db }: BoxTx, date: string): BusinessDay | null {
  return parse(db.prepare<[string], Row>("SELECT body FROM business_day WHERE business_day = ?").get(date))
}

export function currentDay({ db }: BoxTx): BusinessDay | null {
  return parse(db.prepare<[], Row>("SELECT body FROM business_day WHERE status = 'open'").get())
}

/** Returns the latest closed dates, newest first. */
export function closedDates({ db }: BoxTx): string[] {
  return db
    .prepare<[number], { date: string }>(
      "SELECT business_day AS date FROM business_day WHERE status = 'closed' ORDER BY business_day DESC LIMIT ?",
    )
    .all(CLOSED_DATES_MAX)
    .map(({ date }) => date)
}

export function latestDay({ db }: BoxTx): BusinessDay | null {
  return parse(db.prepare<[], Row>("SELECT body FROM business_day ORDER BY business_day DESC LIMIT 1").get())
}

/** Newest first. */
export function latestDays({ db }: BoxTx): BusinessDay[] {
  const rows = db
    .prepare<[number], Row>("SELECT body FROM business_day ORDER BY business_day DESC LIMIT ?")
    .all(DAYS_LISTED_MAX)
  return rows.map((row) => JSON.parse(row.body))
}

export function saveDay({ db }: BoxTx, day: BusinessDay): void {
  db.prepare(
    `INSERT INTO business_day (business_day, status, body) VALUES (?, ?, ?)
     ON CONFLICT (business_day) DO UPDATE SET status = excluded.status, body = excluded.body`,
  ).run(day.businessDayDate, day.status, JSON.stringify(day))
}

function parse(row: Row | undefined): BusinessDay | null {
  return row ? JSON.parse(row.body) : null
}
