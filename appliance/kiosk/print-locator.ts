/** Prints the number that a guest of a kiosk waits with. The order never waits for it: without paper the number stands on the screen. */
import type { printLocator as endpoint } from "../../protocol/http/kiosk.ts"
import { kioskLocatorPaper } from "../../protocol/print/slips.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import type { QueuedPrintJob } from "../../protocol/shapes/queued-print-job.ts"
import { readTemplates, requireConfig } from "../catalog/index.ts"
import type { PrinterSpec, Printing } from "../printing/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findKioskOrder } from "./kiosk-orders.ts"

/** What people call the printer that stands at the kiosks. */
const KIOSK_PRINTER_NAMES = ["kiosk", "kiosco", "totem", "tótem"]
const DOCUMENT = "kiosk_locator"

interface PrintLocatorDeps {
  readonly printing: Pick<Printing, "printers" | "enqueue" | "find" | "status">
}

export const printLocatorHandler =
  ({ printing }: PrintLocatorDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const order = findKioskOrder(tx, params.orderId, caller)
    if (!order) return refuse("NOT_FOUND", "This kiosk made no such order.")
    const printer = findKioskPrinter(printing.printers, caller.keyId)
    if (!printer) return { status: 202, data: { paper: "none" } }
    const title = `${DOCUMENT} ${order.orderCode}`
    const known = printing.find(body.jobId)
    if (known && known.title !== title) return refuse("CONFLICT", "Another paper has this id.")
    const request = { jobId: body.jobId, width: printer.width, templates: readTemplates(tx) }
    const job = () => kioskLocatorPaper(requireConfig(tx).store, order, request)
    const queued = known ?? printing.enqueue(tx, { job: job(), title, printerId: printer.id })
    return isRefusal(queued) ? refuse("CONFLICT", queued.message) : { status: 202, data: { paper: paperOf(queued) } }
  }

/** The kiosk's own, by its id; then the kiosks'; then the store's first. */
function findKioskPrinter(printers: readonly PrinterSpec[], deviceId: string): PrinterSpec | undefined {
  const called = (name: string) => printers.find((printer) => printer.name.toLowerCase() === name.toLowerCase())
  return [deviceId, ...KIOSK_PRINTER_NAMES].map(called).find((printer) => printer !== undefined) ?? printers[0]
}

/** A printer that cannot say whether it has printed has most likely printed: the guest sees a paper, or the number on the screen. */
function paperOf({ status, alertedAt }: QueuedPrintJob): "waiting" | "printed" | "failed" {
  if (status === "printed" || status === "unknown") return "printed"
  if (status === "not_printed" || status === "discarded" || alertedAt !== null) return "failed"
  return "waiting"
}
