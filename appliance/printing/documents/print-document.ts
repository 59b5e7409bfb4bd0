/** Puts the document that a person asks for into the print queue. */
import type { printDocument as endpoint } from "../../../protocol/http/print-jobs.ts"
import { isRefusal, refuse } from "../../../protocol/refusals.ts"
import type { Ids } from "../../../runtime/ids.ts"
import type { RecordAudit } from "../../audit/index.ts"
import { readTemplates, requireConfig } from "../../catalog/index.ts"
import { findOrder } from "../../orders/store/index.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { drawMissingCodes, findPrinter, type Printing } from "../index.ts"
import { buildDocument } from "./build-document.ts"
import { kitchenPrinter } from "./kitchen-tickets.ts"

interface PrintDocumentDeps {
  readonly ids: Ids
  readonly printing: Printing
  readonly record: RecordAudit
}

/** A reprint is written to the audit log, because a second receipt could be used to return goods twice. */
export const printDocumentHandler =
  ({ ids, printing, record }: PrintDocumentDeps): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const { document, subject, station, refundId, printerId } = body
    const printers = printing.printers
    const stationPrinter =
      document === "kitchen_ticket" && station !== undefined ? kitchenPrinter(printers, station) : undefined
    const printer = printerId === undefined ? (stationPrinter ?? printers[0]) : findPrinter(printers, printerId)
    if (!printer) return refuse(printerId ? "NOT_FOUND" : "CONFLICT", "This box has no such printer.")
    const { store } = requireConfig(tx)
    const request = { jobId: ids.uuid(), width: printer.width, templates: readTemplates(tx) }
    const job = buildDocument(tx, { store, printer, request, document, subject, station, refundId })
    if (isRefusal(job)) return job
    // Nobody should wait for a paper that this printer can never print.
    const drawn = drawMissingCodes(job.paper.lines, printer)
    if (!drawn.ok) return refuse("CONFLICT", `${printer.name} cannot print it: ${drawn.reason}.`)
    const order = "orderId" in job.subject ? findOrder(tx, job.subject.orderId) : null
    const about = order?.orderCode ?? subject
    const title = about === undefined ? document : `${document} ${about}`
    const queued = printing.enqueue(tx, { job, title, printerId: printer.id })
    if (isRefusal(queued)) return queued
    if (queued.copyNumber > 0) {
      const detail = { document, copyNumber: queued.copyNumber }
      record(tx, { action: "paper.reprint", caller, subject: order?.orderCode ?? subject ?? null, detail })
    }
    return { status: 202, data: queued }
  }
