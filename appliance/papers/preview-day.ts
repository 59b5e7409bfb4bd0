/** The day close as the paper will look, drawn from the bytes that the printer would get; also while the day is open. */
import type { previewDay as endpoint } from "../../protocol/http/spool.ts"
import { dayClosePaper } from "../../protocol/print/papers.ts"
import { refuse } from "../../protocol/refusals.ts"
import { figuresOfRows } from "../../protocol/rules/day-close.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { PaperWidth } from "../../protocol/shapes/print-job.ts"
import { closesOfDay } from "../cash/index.ts"
import { readTemplates, requireConfig } from "../catalog/index.ts"
import { findDay } from "../day/index.ts"
import { rowsOfDay } from "../orders/index.ts"
import type { Printing } from "../printing/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { pictureOf } from "./picture.ts"

const WIDTH_DEFAULT = 42

export const previewDayHandler =
  ({ ids, printing }: { ids: Ids; printing: Printing }): BoxHandler<typeof endpoint> =>
  (tx, { params, query }) => {
    const { store } = requireConfig(tx)
    const found = findDay(tx, params.businessDayDate)
    if (!found) return refuse("NOT_FOUND", `The business day ${params.businessDayDate} was never opened in this store.`)
    const closed = found.status === "closed"
    const day = closed ? found : { ...found, figures: figuresOfRows(rowsOfDay(tx, found.businessDayDate), store) }
    const width = (query.width ?? printing.printers[0]?.width ?? WIDTH_DEFAULT) as PaperWidth
    const job = dayClosePaper(
      store,
      { day, closes: closesOfDay(tx, day.businessDayDate) },
      { jobId: ids.uuid(), width, templates: readTemplates(tx) },
    )
    return { status: 200, data: { job, svg: pictureOf(job, printing.printers[0]), closed } }
  }
