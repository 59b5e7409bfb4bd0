/** Answers a request on the LAN with the laid-out day close of a closed day (docs/contract/printing.md#print-the-day-close). */
import type { printDayClose as endpoint } from "../../../protocol/http/days.ts"
import { dayCloseDocument } from "../../../protocol/print/print-documents.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { Ids } from "../../../runtime/ids.ts"
import { findDay } from "../../business-day/store/index.ts"
import { readTemplates, requireConfig } from "../../catalog/index.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { loadClosedDay } from "./build-document.ts"

export const printDayCloseHandler =
  ({ ids }: { ids: Ids }): BoxHandler<typeof endpoint> =>
  (tx, { params, body }) => {
    const { store } = requireConfig(tx)
    if (params.storeId.toLowerCase() !== store.id) return refuse("FORBIDDEN", "This box serves another store.")
    const day = findDay(tx, params.businessDayDate)
    if (day?.status !== "closed") {
      return refuse("PRINT_DAY_NOT_CLOSED", `The business day ${params.businessDayDate} is not closed.`)
    }
    const { printer, ...options } = body
    const request = { ...options, templates: readTemplates(tx), width: printer.width, jobId: ids.uuid() }
    return { status: 200, data: dayCloseDocument(store, loadClosedDay(tx, store, day), request) }
  }
