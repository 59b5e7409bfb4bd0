/** Paper for the kitchen: the ticket of each station when an order is sent there, and a slip when the order is cancelled. */
import type { DocumentRequest } from "../../../protocol/print/document-frame.ts"
import { cancellationSlip, kitchenTicketPaper } from "../../../protocol/print/slips.ts"
import { kitchenOf } from "../../../protocol/rules/kitchen/kitchen-stages.ts"
import type { Dispatch } from "../../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { PrintJob } from "../../../protocol/shapes/print-job.ts"
import type { Store } from "../../../protocol/shapes/store.ts"
import type { Ids } from "../../../runtime/ids.ts"
import { readConfig, readTemplates } from "../../catalog/index.ts"
import type { BoxTx, Outbox } from "../../storage/index.ts"
import type { PrinterSpec, Printing } from "../index.ts"

/** What people call the printer that prints for every station without one of its own. */
const KITCHEN_NAMES = ["kitchen", "cocina", "cozinha"]

interface KitchenPapers {
  readonly ids: Ids
  readonly printing: Pick<Printing, "printers" | "enqueue">
}

/** The printer with the station's name, else the kitchen's; a kitchen that has screens alone has neither. */
export function kitchenPrinter(printers: readonly PrinterSpec[], station: string): PrinterSpec | undefined {
  const called = (name: string) => printers.find((printer) => printer.name.toLowerCase() === name.toLowerCase())
  return [station, ...KITCHEN_NAMES].map(called).find((printer) => printer !== undefined)
}

/** The outbox, seen by the kitchen's printers: whatever change sends an order to its stations prints there in the same transaction. */
export function withKitchenTickets<Box extends Outbox>(outbox: Box, papers: KitchenPapers): Box {
  return {
    ...outbox,
    record: (tx, op) => {
      outbox.record(tx, op)
      if (op.kind !== "order.changed" || papers.printing.printers.length === 0) return
      const order = op.body.order as OrderRecord
      const { dispatches } = kitchenOf(order)
      const told = (type: string) => op.body.events.filter((event) => event.type === type)
      const sent = told("order.sent_to_kitchen").map(({ id }) => id)
      printTickets(tx, { order, dispatches: dispatches.filter(({ eventId }) => sent.includes(eventId)) }, papers)
      if (told("order.cancelled").length > 0) printCancellations(tx, { order, dispatches }, papers)
    },
  }
}

interface Sent {
  readonly order: OrderRecord
  readonly dispatches: readonly Dispatch[]
}

function printTickets(tx: BoxTx, { order, dispatches }: Sent, papers: KitchenPapers): void {
  for (const dispatch of dispatches) {
    const printer = kitchenPrinter(papers.printing.printers, dispatch.station)
    if (printer === undefined) continue
    const title = `kitchen_ticket ${order.orderCode} ${dispatch.station}`
    print(tx, { printer, title, papers }, (store, request) => kitchenTicketPaper(store, { order, dispatch }, request))
  }
}

/** One slip a printer, however many of its stations have lines of the order. */
function printCancellations(tx: BoxTx, { order, dispatches }: Sent, papers: KitchenPapers): void {
  const printers = dispatches.map(({ station }) => kitchenPrinter(papers.printing.printers, station))
  for (const printer of new Set(printers)) {
    if (printer === undefined) continue
    const title = `cancellation_slip ${order.orderCode}`
    print(tx, { printer, title, papers }, (store, request) => cancellationSlip(store, order, request))
  }
}

type Make = (store: Store, request: DocumentRequest) => PrintJob

function print(
  tx: BoxTx,
  { printer, title, papers }: { printer: PrinterSpec; title: string; papers: KitchenPapers },
  make: Make,
): void {
  const config = readConfig(tx)
  if (!config) return
  const request = { jobId: papers.ids.uuid(), width: printer.width, templates: readTemplates(tx) }
  papers.printing.enqueue(tx, { job: make(config.store, request), title, printerId: printer.id })
}
