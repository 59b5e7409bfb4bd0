/** Business days: which date an order belongs to, which dates are over, and the close (docs/contract/orders.md#order-fields, docs/contract/cash.md#business-day). */
import type { Fault } from "../../refusals.ts"
import type { BusinessDay, DayCertificate, DayFigures, SyncWatermark } from "../../shapes/business-day.ts"
import type { Store } from "../../shapes/store.ts"
import { addDays, localTime, minutesText, toMs } from "../../time.ts"

type CutoffClock = Pick<Store, "timeZone" | "businessDayCutoff">

/** The business date of a moment. With a cut-off of 04:00, 03:00 on the 3rd still belongs to the 2nd. */
export function dateByCutoff(moment: string, { timeZone, businessDayCutoff }: CutoffClock): string {
  const { date, hour, minute } = localTime(moment, timeZone)
  return hour * 60 + minute < minutesText(businessDayCutoff) ? addDays(date, -1) : date
}

/** Whether the store's clock has reached this business date. A later date can be neither closed nor counted. */
export function hasDateBegun(date: string, now: string, store: CutoffClock): boolean {
  return date <= dateByCutoff(now, store)
}

export const DATE_NOT_BEGUN: Fault = { path: "businessDayDate", message: "is a day that has not begun" }

interface OrderDateInput {
  readonly createdAt: string
  /** The day that the store's box has open; null without a box or while no day is open. */
  readonly openDay: Pick<BusinessDay, "businessDayDate" | "openedAt"> | null
  /** The latest dates that the store's box has closed; left out without a box. */
  readonly closedDates?: readonly string[]
  readonly store: CutoffClock
  /** Moment on the same clock as `openDay.openedAt`; left out without a box. */
  readonly now?: string
}

/**
 * The business date of an order. An order created after the opening gets the open day; an earlier one gets the date by the cut-off.
 * If that date is closed already, the order goes to the open day, else to the next free date, because a close is never edited.
 * If `now` is before the opening, somebody set the clock back: then creation times say nothing, and the open day is used.
 */
export function businessDayOf({ createdAt, openDay, closedDates = [], store, now }: OrderDateInput): string {
  const openedAt = openDay?.openedAt ? toMs(openDay.openedAt) : null
  const isSetBack = openedAt !== null && now !== undefined && toMs(now) < openedAt
  const inOpenDay = openedAt !== null && (isSetBack || toMs(createdAt) >= openedAt)
  const date = inOpenDay && openDay ? openDay.businessDayDate : dateByCutoff(createdAt, store)
  const closed = { closedDates, today: dateByCutoff(now ?? createdAt, store) }
  if (!isDateOver(date, closed)) return date
  return openDay?.businessDayDate ?? nextFreeDate(date, closed)
}

interface ClosedDates {
  readonly closedDates: readonly string[]
  /** Today's business date by the cut-off. */
  readonly today: string
}

/**
 * Whether the store's box has closed this date or a later one. A closed date in the future does not end the dates before it: it was
 * opened while the clock was ahead.
 */
export function isDateOver(date: string, { closedDates, today }: ClosedDates): boolean {
  return closedDates.some((closed) => closed === date || (closed > date && closed <= today))
}

export function nextFreeDate(date: string, closed: ClosedDates): string {
  const next = addDays(date, 1)
  return isDateOver(next, closed) ? nextFreeDate(next, closed) : next
}

/** The date that the store is in: the open day's, or today's if that is earlier. */
export function activeDate({
  openDay,
  store,
  now,
}: Pick<OrderDateInput, "openDay" | "store"> & { now: string }): string {
  const today = dateByCutoff(now, store)
  return openDay && openDay.businessDayDate < today ? openDay.businessDayDate : today
}

interface DaysOfStore {
  /** Newest first. */
  readonly days: readonly Pick<BusinessDay, "businessDayDate" | "status">[]
  readonly store: CutoffClock
  readonly now: string
}

/**
 * The dates in which a store may still sell or count cash, in ascending order. With an open day this is its date alone. Otherwise:
 * the latest known date and the one after it, and of yesterday, today and tomorrow those that nobody closed.
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
  /** Null when the hub closes the day of a store without a box. */
  readonly watermark: SyncWatermark | null
  /** Left out by the hub, which has no other side to compare with. */
  readonly certificate?: DayCertificate
  readonly now: string
}

/** Closes the day with its figures as they are now, and with how far sync had come. Later arrivals do not change them. */
export function closeDay({ day, figures, watermark, certificate, now }: DayCloseInput): BusinessDay {
  const closed: BusinessDay = { ...day, status: "closed", closedAt: now, figures: [...figures], watermark }
  return { ...closed, ...(certificate && { certificate }) }
}
