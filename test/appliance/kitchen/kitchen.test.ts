/** The kitchen of a store with the cable pulled: orders reach their stations, displays report, and the order knows. */
import { beforeAll, describe, expect, it } from "vitest"
import type { KitchenStage } from "../../../protocol/shapes/kitchen.ts"
import { pairScreen } from "../../kit/kitchen.ts"
import { API_KEY, type LoneBox, openLoneBox, READER_KEY } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const KDS = "/api/v1/webhooks/kds/order-status"
const RECORD = "/api/v1/webhooks/events"
const STATIONS = [
  { id: "grill", kind: "kds_station" as const },
  { id: "drinks", kind: "kds_station" as const },
]
const NOBODY = "0190a000-0000-7000-8000-000000000000"

let box: LoneBox
/** Of the display at the grill, and of the one at the drinks. */
let displayKey: string
let drinksKey: string

beforeAll(async () => {
  box = await openLoneBox({ stations: STATIONS })
  displayKey = (await pairScreen(box, "kds_station", "grill")).key
  drinksKey = (await pairScreen(box, "kds_station", "drinks")).key
})

const line = (productId: string, stationCode: string) => ({
  productId,
  name: productId,
  quantity: 1,
  unitPrice: "3.2500",
  stationCode,
})
const TWO_STATIONS = { products: [line("p-burger", "grill"), line("p-cola", "drinks")] }

async function sell(options: Parameters<typeof orderBody>[0] = {}) {
  const { body } = await box.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "LINK", ...options }))
  return read(body.data.id)
}

async function read(id: string) {
  return (await box.call("GET", `${ORDERS}/${id}`)).body.data
}

interface Wish {
  readonly eventId?: string
  readonly orderId?: string
  readonly station?: string
  readonly key?: string
}

async function report(order: Awaited<ReturnType<typeof read>>, eventType: KitchenStage, wish: Wish = {}) {
  const { eventId = order.kitchen.dispatches[0].eventId, orderId = order.id, key = displayKey, station } = wish
  const body = { eventType, providerEventId: "p-1", orderId, eventId, station, occurredAt: "2026-11-21T18:05:00Z" }
  return box.call("POST", KDS, body, key)
}

describe("an order goes to the stations of its lines", () => {
  it("each dispatch has its own event id, in the order that a display reads", async () => {
    const { kitchen } = await sell({ order: TWO_STATIONS })
    expect(kitchen.stage).toBeNull()
    expect(kitchen.dispatches).toMatchObject([
      { station: "grill", lineIds: ["1"] },
      { station: "drinks", lineIds: ["2"] },
    ])
    const ids = kitchen.dispatches.map(({ eventId }: { eventId: string }) => eventId)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^evt_[0-9a-f]{12}$/)
  })

  it("once, when a register's order is paid", async () => {
    const { body } = await box.call("POST", ORDERS, orderBody())
    const { id } = body.data
    expect((await read(id)).kitchen).toBeNull()
    await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
    const paid = await read(id)
    expect(paid.kitchen.dispatches).toMatchObject([{ station: "grill" }])
    await report(paid, "order.preparing")
    expect((await read(id)).kitchen.dispatches).toEqual(paid.kitchen.dispatches)
  })
})

describe("a display's report", () => {
  it("is answered when it is processed: 202, and the record says so", async () => {
    const order = await sell()
    const { status, body } = await report(order, "order.preparing")
    expect(status).toBe(202)
    const { eventId } = order.kitchen.dispatches[0]
    expect(body).toMatchObject({ received: true, duplicate: false, eventId, status: "processed" })
    expect((await read(order.id)).kitchen).toMatchObject({ stage: "order.preparing", at: "2026-11-21T18:05:00.000Z" })
    const record = await box.call("GET", `${RECORD}/${body.webhookEventId}`, undefined, displayKey)
    expect(record.body.data).toEqual({
      webhookEventId: body.webhookEventId,
      eventId,
      status: "processed",
      attempts: 1,
      result: { kind: "recorded", current: "order.preparing" },
      error: null,
      firstReceivedAt: body.firstReceivedAt,
    })
  })

  it("may come in any order: a passed stage is ignored with a reason", async () => {
    const order = await sell()
    await report(order, "order.ready")
    const late = await report(order, "order.preparing")
    expect(late.body).toMatchObject({ duplicate: false, status: "ignored" })
    const { kitchen } = await read(order.id)
    expect(kitchen.stage).toBe("order.ready")
    expect(kitchen.journey).toMatchObject([{ advancing: true }, { advancing: false, reason: "regression" }])
    const record = await box.call("GET", `${RECORD}/${late.body.webhookEventId}`, undefined, displayKey)
    expect(record.body.data.result).toEqual({ kind: "ignored", reason: "regression", current: "order.ready" })
  })

  it("sent twice gets the same id and changes nothing", async () => {
    const order = await sell()
    const first = await report(order, "order.preparing")
    const after = await read(order.id)
    const again = await report(order, "order.preparing")
    expect(again.body).toMatchObject({
      duplicate: true,
      webhookEventId: first.body.webhookEventId,
      status: "processed",
    })
    expect(again.body.firstReceivedAt).toBe(first.body.firstReceivedAt)
    expect(await read(order.id)).toEqual(after)
    const next = await report(order, "order.ready")
    expect(next.body.duplicate).toBe(false)
  })

  it("of a dispatch hands a paid order over", async () => {
    const order = await sell()
    expect(order.status).toBe("OPEN")
    await report(order, "order.dispatched")
    expect(await read(order.id)).toMatchObject({ status: "COMPLETED", kitchen: { stage: "order.dispatched" } })
  })

  it("from two stations at once gives the order the further stage", async () => {
    const order = await sell({ order: TWO_STATIONS })
    const [grill, drinks] = order.kitchen.dispatches
    const answers = await Promise.all([
      report(order, "order.preparing", { eventId: grill.eventId }),
      report(order, "order.ready", { eventId: drinks.eventId, key: drinksKey }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    const { kitchen } = await read(order.id)
    expect([kitchen.stage, kitchen.journey.length]).toEqual(["order.ready", 2])
  })
})

describe("a refused report changes nothing", () => {
  it("an event that was not published for this order: 400", async () => {
    const [order, other] = [await sell(), await sell()]
    for (const eventId of ["evt_000000000000", other.kitchen.dispatches[0].eventId]) {
      const { status, body } = await report(order, "order.ready", { eventId })
      expect([status, body.error, body.details[0].path]).toEqual([400, "VALIDATION_ERROR", "eventId"])
    }
    expect(await read(order.id)).toEqual(order)
  })

  it("another station's dispatch or name: 400 for a screen, not for a display of the whole kitchen", async () => {
    const order = await sell({ order: TWO_STATIONS })
    const [grill, drinks] = order.kitchen.dispatches
    const strange = [
      { eventId: drinks.eventId },
      { eventId: grill.eventId, station: "drinks" },
      { eventId: grill.eventId, key: drinksKey },
    ]
    for (const wish of strange) {
      const { status, body } = await report(order, "order.ready", wish)
      expect([status, body.details[0].path]).toEqual([400, "eventId"])
    }
    expect(await read(order.id)).toEqual(order)
    expect((await report(order, "order.ready", { eventId: drinks.eventId, key: API_KEY })).status).toBe(202)
  })

  it("an unknown order: 404; a key without the scope: 403; an unknown record: 404", async () => {
    const order = await sell()
    expect((await report(order, "order.ready", { orderId: NOBODY })).status).toBe(404)
    expect((await report(order, "order.ready", { key: READER_KEY })).status).toBe(403)
    for (const id of [NOBODY, "abc"]) {
      const none = await box.call("GET", `${RECORD}/${id}`, undefined, displayKey)
      expect([none.status, none.body.error]).toEqual([404, "NOT_FOUND"])
    }
    const { body } = await report(order, "order.ready", { key: API_KEY })
    const record = await box.call("GET", `${RECORD}/${body.webhookEventId}`, undefined, READER_KEY)
    expect(record.status).toBe(403)
  })

  it("an unknown stage: 400", async () => {
    const order = await sell()
    expect((await report(order, "order.eaten" as KitchenStage)).status).toBe(400)
  })
})

it("the store's cancellation rules see the stage at once", async () => {
  const { id, orderExternal, kitchen } = await sell()
  const verdict = () => box.call("GET", `/api/v1/adapters/partner/stores/orders/${orderExternal}/cancel/eligibility`)
  await report({ id, kitchen }, "order.preparing")
  expect((await verdict()).body.data).toMatchObject({ eligible: true })
  await report({ id, kitchen }, "order.ready")
  expect((await verdict()).body.data).toMatchObject({ eligible: false, message: "Ya está listo" })
})
