import { expect, it } from "vitest"
import { heartbeatDetails } from "../../../../appliance/ui/pos/heartbeat-details.ts"

const printer = {
  printerId: "tcp://10.0.0.9:9100",
  state: "ready",
  queued: 0,
  unknownJobs: 0,
  at: "2026-11-21T12:00:00.000Z",
} as const

it.each([
  ["well with a printer that prints", [printer], null],
  ["well without any printer", [], null],
  ["degraded without paper", [printer, { ...printer, state: "paper_out" as const }], "printer_down"],
])("a register is %s", (_, printers, degraded) => {
  expect(heartbeatDetails(printers)).toMatchObject({ componentType: "pos", degraded })
})
