import { expect, it } from "vitest"
import { recordHeartbeat } from "../../../protocol/http/health.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { cadenceOf, makeHeartbeat } from "../../../ui/device/make-heartbeat.ts"

const NOW = "2026-11-21T12:00:00.000Z"
const speaker = { deviceId: "pos-1", storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01", now: NOW }

it.each([
  ["online", null, { status: "online" }],
  ["degraded, and why", "printer_down", { status: "degraded", degradedReason: "printer_down" }],
])("a screen is %s", (_, degraded, said) => {
  const body = makeHeartbeat({ componentType: "pos", degraded, details: { printer: [] } }, speaker)
  expect(body).toMatchObject({ componentType: "pos", componentId: "pos-1", sentAt: NOW, ...said })
  expect(createValidator().check(recordHeartbeat.body, body)).toEqual([])
})

it.each([
  [{ "x-heartbeat-interval": "300" }, 300],
  [{ "x-heartbeat-interval": "1" }, 60],
  [{ "x-heartbeat-interval": "999999" }, 86_400],
  [{ "x-heartbeat-interval": "soon" }, 600],
  [{}, 600],
])("adopts the interval of %j: %i", (headers, seconds) => expect(cadenceOf(headers)).toBe(seconds))
