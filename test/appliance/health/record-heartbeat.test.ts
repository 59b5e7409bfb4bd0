/** Heartbeats that come to the box: taken, answered with the cadence, kept for the next round. */
import { expect, it } from "vitest"
import { API_KEY, openLoneBox } from "../../kit/lone-box.ts"
import { anId, STORE_ID } from "../../kit/orders.ts"

const HEALTH = "/api/v1/core/external/component-health"
const aBeat = (more: object = {}) => ({
  componentType: "kiosk",
  componentId: "kiosk-1",
  storeId: STORE_ID,
  status: "online",
  sentAt: "2026-11-21T13:00:00-05:00",
  ...more,
})

it("a heartbeat gets 204 with the interval, and starts no report while nobody listens", async () => {
  const { call, box, made } = await openLoneBox()
  const answer = await call("POST", HEALTH, aBeat(), API_KEY)
  expect([answer.status, answer.headers.get("x-heartbeat-interval"), answer.body]).toEqual([204, "600", null])
  expect(box.tellHealth()).toBe(false)
  expect(made()).toBe(0)
})

it("a heartbeat that was sent before the last one is ignored", async () => {
  const { call, made } = await openLoneBox()
  await call("POST", HEALTH, aBeat(), API_KEY)
  expect((await call("POST", HEALTH, aBeat({ sentAt: "2026-11-21T12:50:00-05:00" }), API_KEY)).status).toBe(204)
  expect(made()).toBe(0)
})

it("a heartbeat of another store gets 400, never 404", async () => {
  const { call } = await openLoneBox()
  const answer = await call("POST", HEALTH, aBeat({ storeId: anId() }), API_KEY)
  expect([answer.status, answer.body.details]).toEqual([400, [{ path: "storeId", message: expect.any(String) }]])
})

it("a heartbeat in the name of a box gets 400", async () => {
  const { call } = await openLoneBox()
  const answer = await call("POST", HEALTH, aBeat({ componentId: `appliance:${STORE_ID}` }), API_KEY)
  expect([answer.status, answer.body.details[0].path]).toEqual([400, "componentId"])
})
