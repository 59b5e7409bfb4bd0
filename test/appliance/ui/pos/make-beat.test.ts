import { expect, it } from "vitest"
import { beatOf, cadenceOf } from "../../../../appliance/ui/pos/make-beat.ts"
import { beat } from "../../../../protocol/http/health.ts"
import { createValidator } from "../../../../protocol/runtime/validate.ts"

const NOW = "2026-11-21T12:00:00.000Z"
const printer = { printerId: "tcp://10.0.0.9:9100", state: "ready", queued: 0, unknownJobs: 0, at: NOW } as const
const vitals = { deviceId: "pos-1", storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01", now: NOW }

it.each([
  ["online with a printer that prints", [printer], { status: "online" }],
  ["online without any printer", [], { status: "online" }],
  [
    "degraded without paper",
    [printer, { ...printer, state: "paper_out" as const }],
    { status: "degraded", degradedReason: "printer_down" },
  ],
])("a register is %s", (_, printers, said) => {
  const body = beatOf({ ...vitals, printers })
  expect(body).toMatchObject({ componentType: "pos", componentId: "pos-1", sentAt: NOW, ...said })
  expect(createValidator().check(beat.body, body)).toEqual([])
})

it.each([
  [{ "x-heartbeat-interval": "300" }, 300],
  [{ "x-heartbeat-interval": "1" }, 60],
  [{ "x-heartbeat-interval": "999999" }, 86_400],
  [{ "x-heartbeat-interval": "soon" }, 600],
  [{}, 600],
])("adopts the cadence of %j: %i", (headers, seconds) => expect(cadenceOf(headers)).toBe(seconds))
