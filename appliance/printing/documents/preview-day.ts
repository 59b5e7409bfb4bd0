/** Draws the day close from the bytes that the printer would receive. An open day is drawn with its figures so far. */
import type { previewDay as endpoint } from "../../../protocol/http/print-jobs.ts"
import { dayCloseDocument } from "../../../protocol/print/print-documents.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import type { Ids } from "../../../runtime/ids.ts"
import { findDayOrUnopened } from "../../business-day/index.ts"
import { readTemplates, requireConfig } from "../../catalog/index.ts"
import type { BoxHandler } from "../../storage/index.ts"
import type { Printing } from "../index.ts"
import { loadClosedDay } from "./build-document.ts"
import { pictureOf } from "./render-picture.ts"

const WIDTH_DEFAULT = 42

export const previewDayHandler =
  ({ ids, printing }: { ids: Ids; printing: Printing }): BoxHandler<typeof endpoint> =>
  (tx, { params, query }) => {
    const { store } = requireConfig(tx)
    const day = findDayOrUnopened(tx, params.businessDayDate)
    if (!day) return refuse("NOT_FOUND", `The business day ${params.businessDayDate} was never opened in this store.`)
    const closed = day.status === "closed"
    const width = (query.width ?? printing.printers[0]?.width ?? WIDTH_DEFAULT) as PaperWidth
    const request = { jobId: ids.uuid(), width, templates: readTemplates(tx) }
    const job = dayCloseDocument(store, loadClosedDay(tx, store, day), request)
    return { status: 200, data: { job, svg: pictureOf(job, printing.printers[0]), closed } }
  }
