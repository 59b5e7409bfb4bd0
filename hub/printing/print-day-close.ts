/** Lays out the day close of a closed day from the figures that its close fixed (docs/contract/printing.md#print-the-day-close). */
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
import { findStore, isEnrolled, templatesOfPaper } from "../tenants/index.ts"

interface PrintDayCloseDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly line: StoreCaller
}

export const printDayCloseHandler =
  ({ store, ids, line }: PrintDayCloseDeps): Handler<typeof endpoint> =>
  ({ params, body, caller }) =>
    store.read(caller, async (scope) => {
      const storeEntry = await findStore(scope, params.storeId.toLowerCase())
      if (!storeEntry) return refuse("FORBIDDEN", "The store is not of the key's account and vendor.")
      const day = await findDay(scope, storeEntry.id, params.businessDayDate)
      if (day?.status !== "closed") {
        return refuse("PRINT_DAY_NOT_CLOSED", `The business day ${params.businessDayDate} is not closed.`)
      }
      const closes = await closesOfDay(scope, storeEntry.id, day.businessDayDate)
      const openShifts = await openShiftsOf(scope, storeEntry.id)
      const now = figuresOfRows(await rowsOfDay(scope, storeEntry.id, day.businessDayDate), storeEntry)
      const late = lateArrivals(day.figures, now)
      const { printer, ...options } = body
      const templates = await templatesOfPaper(scope, "day_close")
      const request = { ...options, templates, jobId: ids.uuid(), width: printer.width }
      const data = dayCloseDocument(storeEntry, { day, closes, openShifts, late }, request)
      const hasBox = await isEnrolled(scope.system, storeEntry.id)
      return { status: 200, data, ...(hasBox && { headers: await line.freshness(storeEntry.id) }) }
    })
