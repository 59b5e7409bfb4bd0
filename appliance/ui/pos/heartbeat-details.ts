/** The register's state for its heartbeat. */
import type { ScreenState } from "../../../ui/device/make-heartbeat.ts"
import { faultsOfPrinters } from "./faults.ts"
import type { Today } from "./today.ts"

export function heartbeatDetails(printers: Today["printers"]): ScreenState {
  return {
    componentType: "pos",
    degraded: faultsOfPrinters(printers).length > 0 ? "printer_down" : null,
    details: { printer: printers.map(({ printerId, state }) => ({ printerId, state })) },
  }
}
