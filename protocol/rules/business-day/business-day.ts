/** The operational day: it turns at the store's cut-off, not at midnight (docs/contract/orders.md#order-fields, businessDayDate; docs/contract/cash.md#business-day). */
import type { Fault } from "../../refusals.ts"
import type { BusinessDay, DayCertificate, DayFigures, SyncWatermark } from "../../shapes/business-day.ts"
import type { Store } from "../../shapes/store.ts"
import { addDays, localTime, minutesText, toMs } from "../../time.ts"

type Clockwork = Pick<Store, "timeZone" | "businessDayCutoff">

/** The local date of a moment less the cut-off: 03:00 on the 3rd is still the 2nd. */
export function dateByCutoff(moment: string, { timeZone, businessDayCutoff }: Clockwork): string {
  const { date, hour, minute } = localTime(moment, timeZone)
  return hour * 60 + minute < minutesText(businessDayCutoff) ? addDays(date, -1) : date
}

/** Whether a date is one that a store can have: nothing is closed or counted of a day before it has come. */
export function hasBegun(date: string, now: string, store: Clockwork): boolean {
  return date <= dateByCutoff(now, store)
}

export const NOT_BEGUN: Fault = { path: "businessDayDate", message: "is a day that has not begun" }

interface DayQuestion {
  readonly createdAt: string
  /** The day that the store's box has open; null without a box or while no day is open. */
  readonly openDay: Pick<BusinessDay, "businessDayDate" | "openedAt"> | null
  /** The latest dates that the store's box has closed; left out without a box. */
  readonly closedDates?: readonly string[]
  readonly store: Clockwork
  /** On the clock that the opening was written by; left out without a box. */
  readonly now?: string
}

/**
 * With a box the day is what the store opened and closed; what was created before the opening falls by the cut-off. What comes
 * after its date was closed belongs to the day that follows: a close is never edited, and no sale may be in none. While the clock itself
 * stands before the opening it was set back, and tells of nothing whether it came before: that is the open day's.
 */
export function businessDayOf({ createdAt, openDay, closedDates = [], store, now }: DayQuestion): string {
  const openedAt = openDay?.openedAt ? toMs(openDay.openedAt) : null
  const isSetBack = openedAt !== null && now !== undefined && toMs(now) < openedAt
  const inOpenDay = openedAt !== null && (isSetBack || toMs(createdAt) >= openedAt)
  const date = inOpenDay && openDay ? openDay.businessDayDate : dateByCutoff(createdAt, store)
  const closed = { closedDates, today: dateByCutoff(now ?? createdAt, store) }
  if (!isOver(date, closed)) return date
  return openDay?.businessDayDate ?? nextFreeDate(date, closed)
}

interface ClosedDates {
  readonly closedDates: readonly string[]
  /** The local date by the cut-off. */
  readonly today: string
}

/**
 * Whether a store's box has closed a date, or a later one. A closed date that has not come yet ends nothing before it: it was opened while the
 * clock was ahead.
 */
export function isOver(date: string, { closedDates, today }: ClosedDates): boolean {
  return closedDates.some((closed) => closed === date || (closed > date && closed <= today))
}

/** The first date after `date` that is not over. */
export function nextFreeDate(date: string, closed: ClosedDates): string {
  const next = addDays(date, 1)
  return isOver(next, closed) ? nextFreeDate(next, closed) : next
}

/** The date that the store is in. An open day whose date has not come yet does not make today a day of the past. */
export function activeDate({ openDay, store, now }: Pick<DayQuestion, "openDay" | "store"> & { now: string }): string {
  const today = dateByCutoff(now, store)
  return openDay && openDay.businessDayDate < today ? openDay.businessDayDate : today
}

interface DaysOfStore {
  /** The latest first. */
  readonly days: readonly Pick<BusinessDay, "businessDayDate" | "status">[]
  readonly store: Clockwork
  readonly now: string
}

/**
 * The dates that a store may still sell in or count. A day exists from its first sale: while the store has opened none, it is today's date,
 * yesterday's if nobody closed it, and the one after a date that was closed early.
 */
export function datesInUse({ days, store, now }: DaysOfStore): string[] {
  const [latest] = days
  const open = days.find(({ status }) => status === "open")
  if (open) return [open.businessDayDate]
  const today = dateByCutoff(now, store)
  const closed = new Set(days.map(({ businessDayDate }) => businessDayDate))
  const unopened = [addDays(today, -1), today, addDays(today, 1)].filter((date) => !closed.has(date))
  const last = latest ? [latest.businessDayDate, addDays(latest.businessDayDate, 1)] : []
  return [...new Set([...last, ...unopened])].sort()
}

interface DayCloseInput {
  readonly day: BusinessDay
  readonly figures: readonly DayFigures[]
  /** null: the hub closes a day of its own. */
  readonly watermark: SyncWatermark | null
  /** Left out by the hub: there is no other side to compare with. */
  readonly certificate?: DayCertificate
  readonly now: string
}

/** The close is a snapshot: the figures stand as they are now, whatever arrives later, and it says how far sync had come. */
export function closeDay({ day, figures, watermark, certificate, now }: DayCloseInput): BusinessDay {
  const closed: BusinessDay = { ...day, status: "closed", closedAt: now, figures: [...figures], watermark }
  return { ...closed, ...(certificate && { certificate }) }
}
