/** How a register is, for its heartbeat. Pure. */
import type { Vitals } from "../../../ui/device/make-heartbeat.ts"
import { faultsOfPrinters } from "./faults.ts"
import type { Today } from "./today.ts"

export function heartbeatDetails(printers: Today["printers"]): Vitals {
  return {
    componentType: "pos",
    degraded: faultsOfPrinters(printers).length > 0 ? "printer_down" : null,
    details: { printer: printers.map(({ printerId, state }) => ({ printerId, state })) },
  }
}
