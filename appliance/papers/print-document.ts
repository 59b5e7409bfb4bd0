/** Puts a document of the store on the spool, as a person at a screen asks for it. */
import type { printDocument as endpoint } from "../../protocol/http/spool.ts"
import {
  dayClosePaper,
  type PaperRequest,
  receiptPaper,
  shiftSlipPaper,
  testPaper,
} from "../../protocol/print/papers.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { PrintJob } from "../../protocol/shapes/print-job.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { closesOfDay, closesOfSession } from "../cash/index.ts"
import { requireConfig } from "../catalog/index.ts"
import { findDay } from "../day/index.ts"
import { findOrder } from "../orders/index.ts"
import type { PrinterSpec, Printing } from "../printing/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"

type Document = "day_close" | "receipt" | "shift_slip" | "test_page"

export const printDocumentHandler =
  ({ ids, printing }: { ids: Ids; printing: Printing }): BoxHandler<typeof endpoint> =>
  (tx, { body }) => {
    const printer = printing.printers.find(({ id }) => id === (body.printerId ?? printing.printers[0]?.id))
    if (!printer) return refuse(body.printerId ? "NOT_FOUND" : "CONFLICT", "This box has no such printer.")
    const { store } = requireConfig(tx)
    const request = { jobId: ids.uuid(), width: printer.width }
    const job = paperOf(tx, { store, printer, request, document: body.document, subject: body.subject })
    if (isRefusal(job)) return job
    const queued = printing.enqueue(tx, { job, title: titleOf(body.document, body.subject), printerId: printer.id })
    return isRefusal(queued) ? queued : { status: 202, data: queued }
  }

interface Wanted {
  readonly store: Store
  readonly printer: PrinterSpec
  readonly request: PaperRequest
  readonly document: Document
  readonly subject: string | undefined
}

type PaperRefusal = Refusal<"VALIDATION_ERROR" | "NOT_FOUND" | "PRINT_DAY_NOT_CLOSED">

function paperOf(tx: BoxTx, wanted: Wanted): PrintJob | PaperRefusal {
  const { store, printer, request, document, subject } = wanted
  if (document === "test_page") {
    const { id, profile, width, codepage } = printer
    const face = { id, profile: profile.name, width, codepage: codepage ?? "auto" }
    return testPaper(store, face, { ...request, now: tx.now })
  }
  if (subject === undefined) return invalid({ path: "subject", message: `is required for a ${document}` })
  if (document === "receipt") {
    const order = findOrder(tx, subject)
    return order ? receiptPaper(store, order, request) : refuse("NOT_FOUND", `There is no order ${subject}.`)
  }
  if (document === "shift_slip") {
    const [close] = closesOfSession(tx, subject)
    return close ? shiftSlipPaper(store, close, request) : refuse("NOT_FOUND", "This shift is not closed.")
  }
  return dayPaper(tx, { store, request, date: subject })
}

function dayPaper(tx: BoxTx, { store, request, date }: { store: Store; request: PaperRequest; date: string }) {
  const day = findDay(tx, date)
  if (!day) return refuse("NOT_FOUND", `The business day ${date} was never opened in this store.`)
  if (day.status !== "closed") return refuse("PRINT_DAY_NOT_CLOSED", `The business day ${date} is not closed.`)
  return dayClosePaper(store, { day, closes: closesOfDay(tx, date) }, request)
}

/** What a screen calls the job; the words of the document are the screen's own. */
function titleOf(document: Document, subject: string | undefined): string {
  return subject === undefined ? document : `${document} ${subject}`
}
