/** The operational day: it turns at the store's cut-off, not at midnight (document 1, *Order*, businessDayDate; decisions §7). */
import { type Fault, type Refusal, refuse } from "../refusals.ts"
import type { BusinessDay, DayCertificate, DayFigures, SyncWatermark } from "../shapes/business-day.ts"
import type { Store } from "../shapes/store.ts"
import { addDays, localTime, minutesOf, toMs } from "../time.ts"

type Clockwork = Pick<Store, "timeZone" | "businessDayCutoff">

/** The local date of a moment less the cut-off: 03:00 on the 3rd is still the 2nd. */
export function dateByCutoff(moment: string, { timeZone, businessDayCutoff }: Clockwork): string {
  const { date, hour, minute } = localTime(moment, timeZone)
  return hour * 60 + minute < minutesOf(businessDayCutoff) ? addDays(date, -1) : date
}

/** Whether a date is one that a store can have: nothing is closed or counted of a day before it has come. */
export function hasBegun(date: string, now: string, store: Clockwork): boolean {
  return date <= dateByCutoff(now, store)
}

export const NOT_BEGUN: Fault = { path: "businessDayDate", message: "is a day that has not begun" }

export interface DayQuestion {
  readonly createdAt: string
  /** The day that the store's box has open; null without a box or while no day is open. */
  readonly openDay: Pick<BusinessDay, "businessDayDate" | "openedAt"> | null
  /** The latest date that the store's box has closed; left out without a box. */
  readonly closedUntil?: string | null
  readonly store: Clockwork
  /** On the clock that the opening was written by; left out without a box. */
  readonly now?: string
}

/**
 * With a box the day is what the store opened and closed; what was created before the opening falls by the cut-off. What comes
 * after its date was closed belongs to the day that follows: a close is never edited, and no sale may be in none. While the clock itself
 * stands before the opening it was set back, and tells of nothing whether it came before: that is the open day's.
 */
export function businessDayOf({ createdAt, openDay, closedUntil = null, store, now }: DayQuestion): string {
  const openedAt = openDay?.openedAt ? toMs(openDay.openedAt) : null
  const isSetBack = openedAt !== null && now !== undefined && toMs(now) < openedAt
  const inOpenDay = openedAt !== null && (isSetBack || toMs(createdAt) >= openedAt)
  const date = inOpenDay && openDay ? openDay.businessDayDate : dateByCutoff(createdAt, store)
  if (closedUntil === null || date > closedUntil) return date
  return openDay?.businessDayDate ?? addDays(closedUntil, 1)
}

export interface DayOpening {
  readonly store: Clockwork & Pick<Store, "id">
  /** The day that is open, or else the latest one that was. */
  readonly latest: BusinessDay | null
  readonly now: string
}

/** A closed date never opens again: who opens after an early close gets the date that follows. */
export function openDay({ store, latest, now }: DayOpening): BusinessDay | Refusal<"CONFLICT"> {
  if (latest?.status === "open") {
    return refuse("CONFLICT", `The business day ${latest.businessDayDate} is still open; close it first.`, {
      data: { businessDayDate: latest.businessDayDate },
    })
  }
  const byCutoff = dateByCutoff(now, store)
  const taken = latest !== null && latest.businessDayDate >= byCutoff
  return {
    storeId: store.id,
    businessDayDate: taken ? addDays(latest.businessDayDate, 1) : byCutoff,
    status: "open",
    openedAt: now,
    closedAt: null,
    figures: [],
  }
}

export interface DayClosing {
  readonly day: BusinessDay
  readonly figures: readonly DayFigures[]
  /** null: the hub closes a day of its own. */
  readonly watermark: SyncWatermark | null
  /** Left out by the hub: there is no other side to compare with. */
  readonly certificate?: DayCertificate
  readonly now: string
}

/** The close is a snapshot: the figures stand as they are now, whatever arrives later, and it says how far sync had come. */
export function closeDay({ day, figures, watermark, certificate, now }: DayClosing): BusinessDay {
  const closed: BusinessDay = { ...day, status: "closed", closedAt: now, figures: [...figures], watermark }
  return { ...closed, ...(certificate && { certificate }) }
}
