/** Lays the day close out for a printer (docs/contract/printing.md#print-the-day-close), from the figures that the close has fixed. */
import type { printDayClose as endpoint } from "../../protocol/http/days.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { dayCloseDocument } from "../../protocol/print/print-documents.ts"
import { refuse } from "../../protocol/refusals.ts"
import { figuresOfRows, lateArrivals } from "../../protocol/rules/business-day/day-close.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findDay } from "../business-day/index.ts"
import { closesOfDay, openShiftsOf } from "../cash/index.ts"
import type { StoreCaller } from "../enrolment/index.ts"
import { rowsOfDay } from "../orders/index.ts"
import type { HubStore } from "../storage/index.ts"
import { type Downlink, findStore, templatesOfPaper } from "../tenants/index.ts"

export interface PrintDayCloseDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly downlink: Downlink
  readonly line: StoreCaller
}

export const printDayCloseHandler =
  ({ store, ids, downlink, line }: PrintDayCloseDeps): Handler<typeof endpoint> =>
  ({ params, body, caller }) =>
    store.read(caller, async (scope) => {
      const place = await findStore(scope, params.storeId.toLowerCase())
      if (!place) return refuse("FORBIDDEN", "The store is not of the key's account and vendor.")
      const day = await findDay(scope, place.id, params.businessDayDate)
      if (day?.status !== "closed") {
        return refuse("PRINT_DAY_NOT_CLOSED", `The business day ${params.businessDayDate} is not closed.`)
      }
      const closes = await closesOfDay(scope, place.id, day.businessDayDate)
      const openShifts = await openShiftsOf(scope, place.id)
      const now = figuresOfRows(await rowsOfDay(scope, place.id, day.businessDayDate), place)
      const late = lateArrivals(day.figures, now)
      const { printer, ...wishes } = body
      const templates = await templatesOfPaper(scope, "day_close")
      const asked = { ...wishes, templates, jobId: ids.uuid(), width: printer.width }
      const data = dayCloseDocument(place, { day, closes, openShifts, late }, asked)
      const atHome = await downlink.isEnrolled(scope.system, place.id)
      return { status: 200, data, ...(atHome && { headers: await line.freshness(place.id) }) }
    })
