/** Opens the store's business day and computes the dates that it may have. */
import type { openDay as endpoint } from "../../protocol/http/register.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { type DayDatesInput, dayDates, openDay } from "../../protocol/rules/business-day/open-day.ts"
import type { DayDates } from "../../protocol/shapes/business-day.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { closedDates, currentDay, saveDay } from "./store/index.ts"

export interface OpenDayDeps {
  readonly outbox: Outbox
  /** The hub's clock; null while the hub cannot be reached. */
  readonly hubNow: () => string | null
}

export const openDayHandler =
  ({ outbox, hubNow }: OpenDayDeps): BoxHandler<typeof endpoint> =>
  (tx, { body }) => {
    const { store } = requireConfig(tx)
    const day = openDay({ ...loadDateQuestion(tx, hubNow()), store, businessDayDate: body.businessDayDate })
    if (isRefusal(day)) return day
    saveDay(tx, day)
    outbox.record(tx, { kind: "day.opened", body: { day } })
    return { status: 201, data: day }
  }

export function readDayDates(tx: BoxTx, hubNow: string | null): DayDates {
  return dayDates(loadDateQuestion(tx, hubNow))
}

function loadDateQuestion(tx: BoxTx, hubNow: string | null): DayDatesInput {
  const { store } = requireConfig(tx)
  return { store, openDay: currentDay(tx), closedDates: closedDates(tx), now: tx.now, hubNow }
}
