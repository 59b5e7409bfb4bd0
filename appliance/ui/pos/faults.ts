/** Finds the most urgent fault that the cashier must know of. Pure. */

import type { ScreenState } from "../../../ui/device/make-heartbeat.ts"
import type { Today } from "./today.ts"

export type Fault =
  | { readonly cause: "box"; readonly tone: "stop" }
  | { readonly cause: "replaced"; readonly tone: "stop" }
  | { readonly cause: "printer"; readonly tone: "warn"; readonly printer: string; readonly state: PrinterFault }
  | { readonly cause: "unknownJobs"; readonly tone: "warn"; readonly count: number }
  | { readonly cause: "tenders"; readonly tone: "warn"; readonly orders: readonly string[] }
  | { readonly cause: "doubt"; readonly tone: "warn"; readonly orders: readonly string[] }
  | { readonly cause: "dayAhead"; readonly tone: "warn"; readonly date: string; readonly today: string }
  | { readonly cause: "unclaimed"; readonly tone: "warn" }
  | { readonly cause: "hub"; readonly tone: "note"; readonly unsent: number }

type PrinterFault = "paper_out" | "cover_open" | "offline"

export function faultOf(today: Today | null, reachable: boolean): Fault | null {
  if (!reachable) return { cause: "box", tone: "stop" }
  if (!today) return null
  if (today.hub.replaced) return { cause: "replaced", tone: "stop" }
  return (
    printerFault(today) ??
    jobFault(today) ??
    doubtFault(today) ??
    tenderFault(today) ??
    dayFault(today) ??
    hubFault(today)
  )
}

function printerFault({ printers }: Today): Fault | null {
  const [first] = faultsOfPrinters(printers)
  if (!first) return null
  const printer = printerName(first.printerId, printers.length)
  return { cause: "printer", tone: "warn", printer, state: first.state }
}

/** Printers that cannot print. A printer in an unknown state is not a fault. */
function faultsOfPrinters(printers: Today["printers"]): { printerId: string; state: PrinterFault }[] {
  return printers.flatMap(({ printerId, state }) =>
    state === "paper_out" || state === "cover_open" || state === "offline" ? [{ printerId, state }] : [],
  )
}

function jobFault({ printers }: Today): Fault | null {
  const count = printers.reduce((all, printer) => all + printer.unknownJobs, 0)
  return count > 0 ? { cause: "unknownJobs", tone: "warn", count } : null
}

function doubtFault({ ordersInDoubt: orders }: Today): Fault | null {
  return orders.length > 0 ? { cause: "doubt", tone: "warn", orders } : null
}

function tenderFault({ tendersInDoubt }: Today): Fault | null {
  const orders = tendersInDoubt.map(({ orderCode }) => orderCode)
  return orders.length > 0 ? { cause: "tenders", tone: "warn", orders } : null
}

function dayFault({ day, dates: { isAhead, today, hubToday } }: Today): Fault | null {
  if (!day || !isAhead) return null
  return { cause: "dayAhead", tone: "warn", date: day.businessDayDate, today: hubToday ?? today }
}

function hubFault({ hub }: Today): Fault | null {
  if (!hub.claimed) return { cause: "unclaimed", tone: "warn" }
  return hub.link === "down" ? { cause: "hub", tone: "note", unsent: hub.unsent } : null
}

/** Text after the word "printer": its address, or nothing if the store has only one. */
export function printerName(printerId: string, printers: number): string {
  return printers > 1 ? ` ${printerId.replace(/^\w+:\/\//, "")}` : ""
}

export function heartbeatDetails(printers: Today["printers"]): ScreenState {
  return {
    componentType: "pos",
    degraded: faultsOfPrinters(printers).length > 0 ? "printer_down" : null,
    details: { printer: printers.map(({ printerId, state }) => ({ printerId, state })) },
  }
}
