/** Prints a kitchen ticket for each station when an order is sent there, and a cancellation slip when the order is cancelled. */
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

/** Names of the printer that prints for every station without its own printer. */
const KITCHEN_NAMES = ["kitchen", "cocina", "cozinha"]

interface KitchenTicketDeps {
  readonly ids: Ids
  readonly printing: Pick<Printing, "printers" | "enqueue">
}

/** The printer with the station's name, otherwise the kitchen's. A kitchen that works with screens only has neither. */
export function kitchenPrinter(printers: readonly PrinterSpec[], station: string): PrinterSpec | undefined {
  const findByName = (name: string) => printers.find((printer) => printer.name.toLowerCase() === name.toLowerCase())
  return [station, ...KITCHEN_NAMES].map(findByName).find((printer) => printer !== undefined)
}

/** Wraps the outbox, so that any change which sends an order to its stations also enqueues their tickets in the same transaction. */
export function withKitchenTickets<Box extends Outbox>(outbox: Box, deps: KitchenTicketDeps): Box {
  return {
    ...outbox,
    record: (tx, op) => {
      outbox.record(tx, op)
      if (op.kind !== "order.changed" || deps.printing.printers.length === 0) return
      const order = op.body.order as OrderRecord
      const { dispatches } = kitchenOf(order)
      const eventsOf = (type: string) => op.body.events.filter((event) => event.type === type)
      const sentEventIds = eventsOf("order.sent_to_kitchen").map(({ id }) => id)
      printTickets(tx, { order, dispatches: dispatches.filter(({ eventId }) => sentEventIds.includes(eventId)) }, deps)
      if (eventsOf("order.cancelled").length > 0) printCancellations(tx, { order, dispatches }, deps)
    },
  }
}

interface DispatchedOrder {
  readonly order: OrderRecord
  readonly dispatches: readonly Dispatch[]
}

function printTickets(tx: BoxTx, { order, dispatches }: DispatchedOrder, deps: KitchenTicketDeps): void {
  for (const dispatch of dispatches) {
    const printer = kitchenPrinter(deps.printing.printers, dispatch.station)
    if (printer === undefined) continue
    const title = `kitchen_ticket ${order.orderCode} ${dispatch.station}`
    print(tx, { printer, title, deps }, (store, request) => kitchenTicketPaper(store, { order, dispatch }, request))
  }
}

/** One slip per printer, also where it prints for several stations of the order. */
function printCancellations(tx: BoxTx, { order, dispatches }: DispatchedOrder, deps: KitchenTicketDeps): void {
  const printers = dispatches.map(({ station }) => kitchenPrinter(deps.printing.printers, station))
  for (const printer of new Set(printers)) {
    if (printer === undefined) continue
    const title = `cancellation_slip ${order.orderCode}`
    print(tx, { printer, title, deps }, (store, request) => cancellationSlip(store, order, request))
  }
}

type BuildDocument = (store: Store, request: DocumentRequest) => PrintJob

function print(
  tx: BoxTx,
  { printer, title, deps }: { printer: PrinterSpec; title: string; deps: KitchenTicketDeps },
  build: BuildDocument,
): void {
  const config = readConfig(tx)
  if (!config) return
  const request = { jobId: deps.ids.uuid(), width: printer.width, templates: readTemplates(tx) }
  deps.printing.enqueue(tx, { job: build(config.store, request), title, printerId: printer.id })
}
