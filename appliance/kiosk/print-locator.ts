/** Prints the slip with a guest's locator. The order does not wait for it: without paper the guest reads the locator on the screen. */
import type { printLocator as endpoint } from "../../protocol/http/kiosk.ts"
import { kioskLocatorPaper } from "../../protocol/print/slips.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import type { QueuedPrintJob } from "../../protocol/shapes/queued-print-job.ts"
import { readTemplates, requireConfig } from "../catalog/index.ts"
import type { PrinterSpec, Printing } from "../printing/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findKioskOrder } from "./kiosk-orders.ts"

/** Usual names of a printer at the kiosks. */
const KIOSK_PRINTER_NAMES = ["kiosk", "kiosco", "totem", "tótem"]
const DOCUMENT = "kiosk_locator"

interface PrintLocatorDeps {
  readonly printing: Pick<Printing, "printers" | "enqueue" | "find" | "status">
}

export const printLocatorHandler =
  ({ printing }: PrintLocatorDeps): BoxHandler<typeof endpoint> =>
  (tx, { params, body, caller }) => {
    const order = findKioskOrder(tx, params.orderId, caller)
    if (!order) return refuse("NOT_FOUND", "This kiosk has no such order.")
    const printer = findKioskPrinter(printing.printers, caller.keyId)
    if (!printer) return { status: 202, data: { paper: "none" } }
    const title = `${DOCUMENT} ${order.orderCode}`
    const known = printing.find(body.jobId)
    if (known && known.title !== title) return refuse("CONFLICT", "Another print job has this id.")
    const request = { jobId: body.jobId, width: printer.width, templates: readTemplates(tx) }
    const job = () => kioskLocatorPaper(requireConfig(tx).store, order, request)
    const queued = known ?? printing.enqueue(tx, { job: job(), title, printerId: printer.id })
    return isRefusal(queued) ? refuse("CONFLICT", queued.message) : { status: 202, data: { paper: paperOf(queued) } }
  }

/** The printer named like this kiosk, else one named for kiosks, else the store's first. */
function findKioskPrinter(printers: readonly PrinterSpec[], deviceId: string): PrinterSpec | undefined {
  const findByName = (name: string) => printers.find((printer) => printer.name.toLowerCase() === name.toLowerCase())
  return [deviceId, ...KIOSK_PRINTER_NAMES].map(findByName).find((printer) => printer !== undefined) ?? printers[0]
}

/** A job of unknown outcome has most likely been printed; if not, the guest still sees the locator on the screen. */
function paperOf({ status, alertedAt }: QueuedPrintJob): "waiting" | "printed" | "failed" {
  if (status === "printed" || status === "unknown") return "printed"
  if (status === "not_printed" || status === "discarded" || alertedAt !== null) return "failed"
  return "waiting"
}
