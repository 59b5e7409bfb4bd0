/** Closes a business day (docs/contract/cash.md#business-day): at the hub for a store without a box, else at the store, whose day it is. */
import { closeDay as endpoint } from "../../protocol/http/days.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, refuse } from "../../protocol/refusals.ts"
import { closeDay, DATE_NOT_BEGUN, hasDateBegun } from "../../protocol/rules/business-day/business-day.ts"
import { dayCloseStep, figuresOfRows, lateArrivals } from "../../protocol/rules/business-day/day-close.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { Ids } from "../../runtime/ids.ts"
import { atStore, type StoreCaller } from "../enrolment/index.ts"
import { lockOpenOrders, rowsOfDay, updateOrder } from "../orders/index.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { isEnrolled, lockStore } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { findDay, saveDay } from "./days-store.ts"

interface ClosingDay {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreCaller
}

export const closeDayHandler =
  ({ store, ids, line }: ClosingDay): Handler<typeof endpoint> =>
  async (request) => {
    const { params, caller } = request
    const answer = await store.write(caller, async (tx) => {
      // The lock keeps new orders out until the figures are computed.
      const place = await lockStore(tx, params.storeId.toLowerCase())
      if (!place) return refuse("NOT_FOUND", `There is no store ${params.storeId}.`)
      if (await isEnrolled(tx.system, place.id)) {
        return atStore(place.id, { storeId: place.id, businessDayDate: params.businessDayDate })
      }
      const day = (await findDay(tx, place.id, params.businessDayDate)) ?? unopened(place.id, params.businessDayDate)
      const figures = async (date: string) => figuresOfRows(await rowsOfDay(tx, place.id, date), place)
      if (day.status === "closed") {
        // An order at the hub keeps its date, so a late unpaid order could neither be cancelled nor be closed with the next day.
        const forceClosedOrders = await closeOrders(tx, day, ids)
        const late = lateArrivals(day.figures, await figures(day.businessDayDate))
        return { status: 200 as const, data: { ...day, alreadyClosed: true, forceClosedOrders, late } }
      }
      if (!hasDateBegun(day.businessDayDate, tx.now, place)) return invalid(DATE_NOT_BEGUN)
      const forceClosedOrders = await closeOrders(tx, day, ids)
      const closed = closeDay({ day, figures: await figures(day.businessDayDate), watermark: null, now: tx.now })
      await saveDay(tx, closed)
      return { status: 200 as const, data: { ...closed, alreadyClosed: false, forceClosedOrders, late: [] } }
    })
    return "storeId" in answer ? line.ask(endpoint, request, answer) : answer
  }

/** Without a box nobody opens a day: it exists from its date on. */
function unopened(storeId: string, businessDayDate: string): BusinessDay {
  return { storeId, businessDayDate, status: "open", openedAt: null, closedAt: null, figures: [] }
}

/** Closes the day's open orders, and returns the ids of those that were forced to close. */
async function closeOrders(tx: TenantWrite, day: BusinessDay, ids: Ids): Promise<string[]> {
  const forced: string[] = []
  for (const kept of await lockOpenOrders(tx, day.storeId, day.businessDayDate)) {
    const change = dayCloseStep(kept.order, tx.now)
    if (!change) continue
    await updateOrder(tx, { ...kept, order: change.order }, "hub")
    await recordEvents(tx, ids, change)
    if (change.order.status === "FORCE_CLOSED") forced.push(change.order.id)
  }
  return forced
}
