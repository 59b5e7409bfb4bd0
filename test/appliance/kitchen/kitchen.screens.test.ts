/** The kitchen's screens of a store with the cable pulled: tickets at their stations, the pass, the board, and the order's stage. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { ExpoOrder, ShownTicket } from "../../../protocol/shapes/ticket.ts"
import { dish, type KitchenScreen, pairScreen } from "../../kit/kitchen.ts"
import { API_KEY, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const STATIONS = [
  { id: "grill", kind: "kds_station" as const, sla: { warnMinutes: 3, lateMinutes: 6 } },
  { id: "drinks", kind: "kds_station" as const },
]
const NOBODY = "0190a000-0000-7000-8000-000000000000"
const TWO_STATIONS = { products: [dish("p-burger", "grill"), dish("p-cola", "drinks", 2)] }

let box: LoneBox
let grill: KitchenScreen
let expo: KitchenScreen
let board: KitchenScreen
let orders = 0

beforeAll(async () => {
  box = await openLoneBox({ stations: STATIONS })
  grill = await pairScreen(box, "kds_station", "grill")
  expo = await pairScreen(box, "expo", "expo-1")
  board = await pairScreen(box, "board", "board-1")
})

/** Each test with a kitchen of its own: what was on the screens before is forgotten. */
beforeEach(() => box.clock.advance(13 * 3_600_000))

async function sell(options: Parameters<typeof orderBody>[0] = {}) {
  orders += 1
  const body = orderBody({ channel: "WEB", paid: "LINK", orderCode: `K-${orders}`, order: TWO_STATIONS, ...options })
  const response = await box.call("POST", ORDERS, { ...body, createdAt: box.clock.iso() })
  return read(response.body.data.id)
}

const read = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).body.data
const stageOf = async (id: string) => (await read(id)).kitchen.stage
const station = async () => (await grill.read("/station")).body.data
const tickets = async (): Promise<ShownTicket[]> => (await station()).tickets
const pass = async (): Promise<ExpoOrder[]> => (await expo.read("/expo")).body.data.orders
const deed = (what: string, ticketId: string, more: object = {}) =>
  grill.post("/actions", { deed: what, ticketId, ...more })
const atPass = (id: string, verb: string, more: object = {}) => expo.post(`/orders/${id}/${verb}`, more)
const cancel = ({ orderExternal }: { orderExternal: string }) =>
  box.call("POST", `/api/v1/adapters/partner/stores/orders/${orderExternal}/cancel`, { reason: "Customer left" })

describe("a station", () => {
  it("shows its own lines of an order, oldest first, and how many tickets there should be", async () => {
    await sell()
    box.clock.advance(60_000)
    const second = await sell({ order: { products: [dish("p-steak", "grill", 3)] } })
    await sell({ order: { products: [dish("p-cola", "drinks")] } })
    const shown = await station()
    expect(shown).toMatchObject({ station: "grill", expected: 2, sla: { warnMinutes: 3, lateMinutes: 6 }, undo: null })
    expect(shown.tickets.map(({ lines }: ShownTicket) => lines.map(({ name }) => name))).toEqual([
      ["p-burger"],
      ["p-steak"],
    ])
    expect(shown.tickets[1]).toMatchObject({
      order: { orderCode: second.orderCode, channel: "WEB", cancelled: false },
      sentAt: box.clock.iso(),
    })
    expect(shown.allDay).toMatchObject([{ quantity: 3 }, { quantity: 1 }])
  })

  it("counts its changes, so that a screen notices that it is behind", async () => {
    const before = (await station()).seq
    await sell()
    const after = (await station()).seq
    expect(after).toBeGreaterThan(before)
    expect((await station()).seq).toBe(after)
  })

  it("is named with its open tickets on the register's page if it has a screen", async () => {
    await sell()
    await sell()
    const kitchen = async () => (await box.call("GET", "/api/lan/v1/today")).body.data.kitchen
    expect(await kitchen()).toEqual([{ station: "grill", expected: 2 }])
    await deed("bump", (await tickets())[0]?.ticketId ?? "")
    expect(await kitchen()).toEqual([{ station: "grill", expected: 1 }])
  })

  it("sees no other station, and the pass must name one", async () => {
    const { kitchen } = await sell()
    const drinks = kitchen.dispatches[1].eventId
    expect((await grill.read("/station?station=drinks")).status).toBe(403)
    expect((await deed("bump", drinks)).status).toBe(404)
    expect((await deed("bump", drinks, { station: "drinks" })).status).toBe(403)
    expect((await expo.read("/station")).body.details[0].path).toBe("station")
    expect((await expo.read("/station?station=drinks")).body.data.expected).toBe(1)
  })

  it("shows a register's order once it is paid", async () => {
    const { id } = await sell({ channel: "POS", paid: undefined })
    expect(await tickets()).toEqual([])
    await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
    expect((await read(id)).status).toBe("COMPLETED")
    expect((await tickets()).length).toBe(1)
  })

  it("removes what nobody waits for any more", async () => {
    await sell()
    expect((await station()).expected).toBe(1)
    box.clock.advance(12 * 3_600_000)
    expect((await station()).expected).toBe(0)
  })
})

describe("a cook's action", () => {
  it("start means preparing; all stations done means ready, published with the dispatch id", async () => {
    const { id, kitchen } = await sell()
    const [burger, cola] = kitchen.dispatches
    await deed("start", burger.eventId)
    expect((await read(id)).kitchen.journey).toMatchObject([
      { eventType: "order.preparing", eventId: burger.eventId, station: "grill", advancing: true },
    ])
    await deed("bump", burger.eventId)
    expect(await stageOf(id)).toBe("order.preparing")
    await expo.post("/actions", { deed: "bump", ticketId: cola.eventId, station: "drinks" })
    const { journey, stage } = (await read(id)).kitchen
    expect([stage, journey.length, journey[1].eventId]).toEqual(["order.ready", 2, cola.eventId])
  })

  it("repeated after a lost answer changes nothing; an id is for one action", async () => {
    const { id, kitchen } = await sell({ order: { products: [dish("p-burger", "grill"), dish("p-fries", "grill")] } })
    const { eventId: ticketId } = kitchen.dispatches[0]
    const action = { actionId: crypto.randomUUID(), lineId: "1" }
    const first = await deed("bump_line", ticketId, action)
    const again = await deed("bump_line", ticketId, action)
    expect([again.status, again.body.data.tickets]).toEqual([200, first.body.data.tickets])
    expect(first.body.data.tickets[0].bumpedLines).toEqual(["1"])
    expect((await deed("bump_line", ticketId, { ...action, lineId: "2" })).status).toBe(409)
    expect((await read(id)).kitchen.journey).toHaveLength(1)
    expect((await deed("bump_line", ticketId, { lineId: "9" })).status).toBe(400)
  })

  it("undo reverts this screen's last bump once, and the hub's stage stays", async () => {
    const { id, kitchen, orderCode } = await sell({ order: { products: [dish("p-burger", "grill")] } })
    await deed("bump", kitchen.dispatches[0].eventId)
    const { undo, tickets: none } = await station()
    expect([none, undo.orderCode]).toEqual([[], orderCode])
    const back = await grill.post("/actions", { deed: "undo", undoes: undo.actionId })
    expect(back.body.data).toMatchObject({ expected: 1, tickets: [{ bumpedAt: null, bumpedLines: [] }] })
    expect(await stageOf(id)).toBe("order.ready")
    expect((await grill.post("/actions", { deed: "undo", undoes: undo.actionId })).status).toBe(409)
    expect((await expo.post("/actions", { deed: "undo", undoes: undo.actionId, station: "grill" })).status).toBe(404)
  })

  it("recall brings a ticket back with its clock; the pass waits again, and the stage does not go back", async () => {
    const { id, kitchen } = await sell({ order: { products: [dish("p-burger", "grill")] } })
    const { eventId, at } = kitchen.dispatches[0]
    await deed("bump", eventId)
    box.clock.advance(240_000)
    expect((await station()).recent).toMatchObject([{ ticketId: eventId }])
    const back = await deed("recall", eventId)
    expect(back.body.data.tickets).toMatchObject([{ sentAt: at, recalledAt: box.clock.iso() }])
    expect(await stageOf(id)).toBe("order.ready")
    expect((await atPass(id, "hand-over")).body).toMatchObject({ error: "CONFLICT", data: { waiting: ["grill"] } })
  })

  it("bump removes a dish of a cancelled order from all screens", async () => {
    const { id, kitchen } = await sell({ order: { products: [dish("p-burger", "grill")] } })
    await deed("bump", kitchen.dispatches[0].eventId)
    await atPass(id, "hand-over")
    box.clock.advance(1_000)
    await deed("recall", kitchen.dispatches[0].eventId)
    expect([(await tickets()).length, (await pass()).length]).toEqual([1, 1])
    await deed("bump", kitchen.dispatches[0].eventId)
    expect([(await tickets()).length, (await pass()).length]).toEqual([0, 0])
  })
})

describe("a cancelled order", () => {
  it("is struck through at its stations and at the pass until it was seen", async () => {
    const order = await sell({ channel: "GLOVO", paid: undefined })
    await expo.post("/actions", { deed: "bump", ticketId: order.kitchen.dispatches[1].eventId, station: "drinks" })
    expect((await cancel(order)).status).toBe(200)
    const [struck] = await tickets()
    expect(struck).toMatchObject({ voids: ["1"], order: { cancelled: true } })
    expect((await board.read("/board")).body.data).toMatchObject({ preparing: [], ready: [] })
    expect((await atPass(order.id, "hand-over")).status).toBe(409)
    await deed("acknowledge", struck?.ticketId ?? "")
    expect([(await tickets()).length, (await pass()).length]).toEqual([0, 1])
    await atPass(order.id, "clear")
    expect(await pass()).toEqual([])
    expect(await stageOf(order.id)).toBe("order.preparing")
  })
})

describe("the pass", () => {
  it("hands an order over once all stations are ready, and the paid order is completed", async () => {
    const { id, kitchen, orderCode } = await sell()
    await deed("bump", kitchen.dispatches[0].eventId)
    expect((await pass())[0]).toMatchObject({ order: { orderCode }, waiting: ["drinks"], readyAt: null })
    expect((await board.read("/board")).body.data).toMatchObject({ preparing: [orderCode], ready: [] })
    expect((await atPass(id, "hand-over")).status).toBe(409)
    expect((await atPass(id, "ready", { station: "grill" })).body.error).toBe("CONFLICT")
    await atPass(id, "ready", { station: "drinks" })
    expect((await board.read("/board")).body.data).toMatchObject({ preparing: [], ready: [orderCode] })
    const action = { actionId: crypto.randomUUID() }
    const [first, again] = [await atPass(id, "hand-over", action), await atPass(id, "hand-over", action)]
    expect([first.status, again.status, first.body.data.orders]).toEqual([200, 200, []])
    const { status, kitchen: done } = await read(id)
    expect([status, done.stage, done.journey.length]).toEqual(["COMPLETED", "order.dispatched", 3])
    expect((await station()).expected).toBe(0)
  })

  it("hands an unfinished order over with a reason, which is published", async () => {
    const { id } = await sell()
    const action = { actionId: crypto.randomUUID(), reason: "Se llevó sin bebida" }
    const { status, body } = await atPass(id, "release", action)
    expect([status, body.data.orders]).toEqual([200, []])
    expect((await atPass(id, "release", action)).status).toBe(200)
    const manager = await pairScreen(box, "manager", "office")
    const trail = await box.call("GET", "/api/lan/v1/audit", undefined, manager.key)
    const told = trail.body.data.entries.filter(({ action }: { action: string }) => action === "kitchen.override")
    expect(told).toMatchObject([{ subject: id, detail: { reason: "Se llevó sin bebida" } }])
    expect(await read(id)).toMatchObject({ status: "COMPLETED", kitchen: { stage: "order.dispatched" } })
    expect((await station()).expected).toBe(0)
  })

  it("knows which stations have a screen", async () => {
    expect((await expo.read("/expo")).body.data.screens).toEqual(["grill"])
  })

  it("reports an unknown order, or a station without its lines", async () => {
    expect((await atPass(NOBODY, "hand-over")).status).toBe(404)
    const { id } = await sell({ order: { products: [dish("p-cola", "drinks")] } })
    expect((await atPass(id, "ready", { station: "fryer" })).status).toBe(404)
    expect((await atPass(id, "clear")).status).toBe(409)
  })

  it("shows the end of tickets that another display reported", async () => {
    const order = await sell()
    const { eventId } = order.kitchen.dispatches[0]
    const report = { eventType: "order.dispatched", providerEventId: "p-1", orderId: order.id, eventId }
    await box.call("POST", "/api/v1/webhooks/kds/order-status", { ...report, occurredAt: box.clock.iso() }, API_KEY)
    expect([(await tickets()).length, (await pass()).length]).toEqual([0, 0])
  })
})

it("each screen reads only its own page, and the board shows no buyer", async () => {
  await sell({ client: { uid: "c-1", name: "Ana Secreta" } })
  const answers = [board.read("/station"), board.read("/expo"), grill.read("/expo"), grill.read("/board")]
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(JSON.stringify((await board.read("/board")).body)).not.toContain("Ana")
  expect((await tickets())[0]?.order.guest).toBe("Ana Secreta")
})
