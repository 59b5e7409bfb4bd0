/** Deliveries over real HTTP on both databases: fan-out, signatures, retries, receivers that are down, gone, slow or wrong (docs/contract/events.md#delivery). */
import { createHmac } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { envelopeOf } from "../../../protocol/events/envelope.ts"
import { EVENTS, type EventType } from "../../../protocol/events/event-table.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { SISTER_KEY } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"
import { soon } from "../../kit/soon.ts"
import { HOUR_MS, openWebhookHub, type WebhookHub } from "../../kit/webhooks.ts"

const SECRET = "whsec_acme_000000000001"
const LIFE = ["order.opened", "order.completed", "order.cancelled"]
const validator = createValidator()
const DAY_MS = 24 * HOUR_MS

eachDatabase((_engine, open) => {
  let hub: WebhookHub
  let receiver: Receiver
  let count = 0
  let name = ""

  beforeAll(async () => {
    hub = await openWebhookHub(open)
    receiver = await openReceiver()
  })

  /** Each test has an endpoint of its own; those of earlier tests are disabled. */
  beforeEach(async () => {
    for (const endpoint of await hub.hub.webhooks.list()) await hub.hub.webhooks.disable({ name: endpoint.name })
    await hub.pass(0)
    receiver.mood = "takes"
    receiver.heard.length = 0
    receiver.taken.length = 0
    count += 1
    name = `erp-${count}`
    await hub.provide({ name, url: receiver.url, events: LIFE, secret: SECRET })
  })

  const create = async (options: Parameters<typeof orderBody>[0] = {}) =>
    (await hub.call("POST", ORDERS, orderBody(options))).body.data.id as string
  const view = async () => (await hub.hub.webhooks.list()).find((endpoint) => endpoint.name === name)
  const idsTaken = () => receiver.taken.map(({ event }) => event.event.id)
  const deliveries = async (query = "") =>
    (await hub.call("GET", `/api/v1/core/external/events?size=100${query}`)).body.data.events.flatMap(
      (event: { deliveries: { endpoint: string }[] }) => event.deliveries.filter((one) => one.endpoint === name),
    )

  it("an event is sent at once with its stored bytes, signed by the endpoint's secret", async () => {
    const orderId = await create()
    await hub.pass(0)
    expect(receiver.taken).toHaveLength(1)
    const [{ headers, raw, event } = { headers: {}, raw: Buffer.alloc(0), event: null }] = receiver.taken
    expect(event).toMatchObject({ event: { type: "order.opened", version: 1 }, data: { orderId } })
    expect(headers["x-service-signature"]).toBe(createHmac("sha256", SECRET).update(raw).digest("hex"))
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event-id": event.event.id,
      "webhook-id": event.event.id,
      "x-service-timestamp": String(hub.clock.ms() / 1000),
      "webhook-timestamp": String(hub.clock.ms() / 1000),
    })
    await hub.pass(DAY_MS)
    expect(receiver.heard).toHaveLength(1)
  })

  it("an endpoint of the account gets every vendor's events, one of a vendor its own; a filter drops the rest", async () => {
    const everywhere = await openReceiver()
    const completed = await openReceiver()
    await hub.provide(
      { name: `all-${count}`, url: everywhere.url, vendorId: null, events: ["order.*"] },
      { name: `done-${count}`, url: completed.url, events: ["order.completed"] },
    )
    await create({ paid: "CASH" })
    await hub.call("POST", ORDERS, orderBody({ store: { code: "GYE-001" } }), SISTER_KEY)
    await hub.pass(0)
    const told = (one: Receiver) =>
      one.taken
        .filter(({ event }) => event.event.type !== "order.sent_to_kitchen")
        .map(({ event }) => `${event.vendorId} ${event.event.type}`)
        .sort()
    expect(told(everywhere)).toEqual(["acme.ec.guayaquil order.opened", "acme.ec.quito order.completed"])
    expect(told(completed)).toEqual(["acme.ec.quito order.completed"])
    expect(told(receiver)).toEqual(["acme.ec.quito order.completed"])
  })

  it("retries follow the schedule with the same id and bytes, and a new timestamp", async () => {
    receiver.mood = "fails"
    await create()
    await hub.pass(0)
    for (const [waitMs, heard] of [
      [7_000, 2],
      [75_000, 3],
      [370_000, 4],
      [2_200_000, 5],
      [2.5 * HOUR_MS, 6],
      [6.1 * HOUR_MS, 7],
      [12.1 * HOUR_MS, 8],
    ] as const) {
      await hub.pass(waitMs)
      expect(receiver.heard).toHaveLength(heard)
    }
    expect(new Set(receiver.heard.map(({ raw }) => raw.toString())).size).toBe(1)
    expect(new Set(receiver.heard.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(8)
    receiver.mood = "takes"
    await hub.pass(13 * HOUR_MS)
    expect(receiver.taken).toHaveLength(1)
  })

  it("Retry-After is honoured", async () => {
    receiver.mood = { status: 503, headers: { "retry-after": "7200" } }
    await create()
    await hub.pass(HOUR_MS)
    expect(receiver.heard).toHaveLength(1)
    receiver.mood = "takes"
    await hub.pass(1.5 * HOUR_MS)
    expect(receiver.taken).toHaveLength(1)
  })

  it("a receiver that is down for 72 hours gets every event, each accepted once", async () => {
    await receiver.down()
    const orders = [await create(), await create({ paid: "CASH" })]
    await hub.pass(30 * HOUR_MS)
    orders.push(await create())
    await hub.pass(41 * HOUR_MS)
    orders.push(await create())
    await hub.pass(HOUR_MS)
    expect(await view()).toMatchObject({ disabledAt: null, failingSince: expect.any(String) })
    await receiver.up()
    await hub.pass(13 * HOUR_MS)
    expect(receiver.taken.map(({ event }) => event.data.orderId).sort()).toEqual([...orders].sort())
    expect(new Set(idsTaken()).size).toBe(orders.length)
    expect(await view()).toMatchObject({ failingSince: null, deliveries: [{ status: "delivered", count: 4 }] })
  })

  it("a receiver that was down longer than all retries gets new events again", async () => {
    await receiver.down()
    await create()
    await hub.pass(60 * HOUR_MS)
    await receiver.up()
    await hub.pass(13 * HOUR_MS)
    expect(receiver.taken).toHaveLength(1)
  })

  it("an endpoint that failed for 5 days is disabled, and gets held events when it is enabled", async () => {
    receiver.mood = "fails"
    await create()
    await hub.pass(6 * DAY_MS)
    expect(await view()).toMatchObject({
      disabledAt: expect.any(String),
      disabledWhy: expect.stringContaining("5 days"),
    })
    const heard = receiver.heard.length
    await create()
    await hub.pass(DAY_MS)
    expect(receiver.heard).toHaveLength(heard)
    expect(await deliveries("&status=held")).toHaveLength(2)
    receiver.mood = "takes"
    expect(await hub.hub.webhooks.enable({ name })).toEqual({ changed: true })
    await hub.pass(0)
    expect(receiver.taken).toHaveLength(2)
    expect(await view()).toMatchObject({ disabledAt: null, failingSince: null })
  })

  it("a 410 disables at once, and the event is held", async () => {
    receiver.mood = "gone"
    await create()
    await hub.pass(DAY_MS)
    expect(receiver.heard).toHaveLength(1)
    expect(await view()).toMatchObject({ disabledWhy: "it answered 410", deliveries: [{ status: "held", count: 1 }] })
  })

  it("a disabled endpoint gets only tests, and keeps its dead deliveries", async () => {
    receiver.mood = "fails"
    await create()
    await create()
    await hub.pass(2 * DAY_MS)
    receiver.mood = "gone"
    await create()
    await hub.pass(0)
    expect(await deliveries("&status=dead")).not.toHaveLength(0)
    receiver.mood = "takes"
    const sent = await hub.hub.webhooks.test({ name })
    await hub.pass(0)
    expect(sent).toEqual({ eventId: idsTaken()[0] })
    expect(receiver.taken).toHaveLength(1)
    expect(await view()).toMatchObject({ disabledWhy: "it answered 410", failingSince: expect.any(String) })
    await hub.hub.webhooks.enable({ name })
    // Of those that failed for long one asks again by itself, within ten hours.
    await hub.pass(DAY_MS)
    expect(receiver.taken).toHaveLength(4)
  })

  it("a redirect is a failure, recorded with both sides of the attempt", async () => {
    receiver.mood = "moved"
    await create()
    await hub.pass(0)
    const eventId = receiver.heard[0]?.event.event.id
    const [attempt] = await hub.hub.webhooks.attempts(eventId)
    expect(attempt).toMatchObject({ status: 302, url: receiver.url, error: expect.stringContaining("redirect") })
    expect(attempt?.requestHeaders).toMatchObject({ "webhook-id": eventId })
    expect(attempt?.responseHeaders).toMatchObject({ location: expect.any(String) })
  })

  it("an endpoint that hangs slows down no other", async () => {
    const slow = await openReceiver()
    slow.mood = "hangs"
    await hub.provide({ name: `slow-${count}`, url: slow.url, events: LIFE })
    for (let n = 0; n < 10; n += 1) await create()
    await soon(() => expect(receiver.taken).toHaveLength(10))
    expect(slow.taken).toHaveLength(0)
    await slow.down()
    await hub.pass(0)
  })

  it("after a rotation both secrets sign for a day, then only the new one", async () => {
    const hex = (secret: string) =>
      createHmac("sha256", secret)
        .update(receiver.heard.at(-1)?.raw ?? "")
        .digest("hex")
    const changed = "whsec_acme_000000000002"
    await hub.provide({ name, url: receiver.url, events: LIFE, secret: changed })
    await hub.provide({ name, url: receiver.url, events: LIFE, secret: changed })
    await create()
    await hub.pass(0)
    const headers = receiver.heard.at(-1)?.headers ?? {}
    expect(headers["x-service-signature"]).toBe(hex(changed))
    expect(headers["x-service-signature-previous"]).toBe(hex(SECRET))
    expect(String(headers["webhook-signature"]).split(" ")).toHaveLength(2)
    await hub.pass(DAY_MS)
    await create()
    await hub.pass(0)
    expect(receiver.heard.at(-1)?.headers["x-service-signature"]).toBe(hex(changed))
    expect(receiver.heard.at(-1)?.headers).not.toHaveProperty("x-service-signature-previous")
  })

  it("a test event goes only to its endpoint, whatever its filter is", async () => {
    const sent = await hub.hub.webhooks.test({ name })
    await hub.pass(0)
    expect(receiver.taken.map(({ event }) => event.event.type)).toEqual(["webhook.test"])
    expect(sent).toEqual({ eventId: idsTaken()[0] })
  })

  it("every recorded event matches its published schema", async () => {
    const orderId = await create()
    await hub.call("POST", `${ORDERS}/${orderId}/confirm-payment`, charge({}))
    const body = orderBody({ createdAt: hub.clock.iso() })
    await hub.call("POST", ORDERS, body)
    const path = `/api/v1/adapters/partner/stores/orders/${body.orderId}/cancel`
    expect((await hub.call("POST", path, { reason: "Customer left" })).body).toMatchObject({ success: true })
    const recorded = await hub.events()
    expect(recorded.map(({ type }) => type)).toEqual(expect.arrayContaining(LIFE))
    for (const { type, envelope } of recorded) {
      const { version, data } = EVENTS[type as EventType]
      expect([type, validator.check(envelopeOf(type, version, data), envelope)]).toEqual([type, []])
    }
  })

  describe("the list of events", () => {
    it("shows bodies and deliveries, and nothing of another tenant", async () => {
      const body = orderBody()
      const orderId = (await hub.call("POST", ORDERS, body)).body.data.id
      await hub.pass(0)
      const path = `/api/v1/core/external/events?type=order.opened&orderId=${body.orderId}`
      const { status, body: answer } = await hub.call("GET", path)
      expect(status).toBe(200)
      expect(answer.data).toMatchObject({ total: 1, page: 1, totalPages: 1 })
      expect(answer.data.events[0]).toMatchObject({
        orderId,
        type: "order.opened",
        payload: receiver.taken[0]?.event,
        deliveries: expect.arrayContaining([
          expect.objectContaining({ endpoint: name, status: "delivered", lastStatus: 204 }),
        ]),
      })
      expect((await hub.call("GET", path, undefined, SISTER_KEY)).body.data.total).toBe(0)
    })

    it("can be filtered by status and time", async () => {
      receiver.mood = "gone"
      await create()
      await hub.pass(0)
      expect(await deliveries("&status=held")).not.toHaveLength(0)
      const future = new Date(hub.clock.ms() + 1).toISOString()
      expect((await hub.call("GET", `/api/v1/core/external/events?from=${future}`)).body.data.total).toBe(0)
      expect((await hub.call("GET", `/api/v1/core/external/events?from=yesterday`)).status).toBe(400)
      const turned = await hub.call("GET", `/api/v1/core/external/events?from=${future}&to=2026-11-20T00:00:00Z`)
      expect([turned.status, turned.body.details[0].path]).toEqual([400, "from"])
    })

    it("can be filtered by family or all, like an endpoint", async () => {
      const body = orderBody()
      await hub.call("POST", ORDERS, body)
      const total = async (type: string) =>
        (await hub.call("GET", `/api/v1/core/external/events?orderId=${body.orderId}&type=${type}`)).body.data.total
      const asked = ["order.opened", "order.*", "menu.*", "webhook.test", "*"]
      expect(await Promise.all(asked.map(total))).toEqual([1, 1, 0, 0, 1])
    })

    it("allows to send one again with the same id; another tenant's is a 404", async () => {
      await create()
      await hub.pass(0)
      const [eventId] = idsTaken()
      const path = `/api/v1/core/external/events/${eventId}/redeliver`
      const { status, body } = await hub.call("POST", path, { endpoint: name })
      expect([status, body.data]).toMatchObject([202, { eventId, deliveries: [{ endpoint: name, status: "waiting" }] }])
      await hub.pass(0)
      expect(idsTaken()).toEqual([eventId, eventId])
      expect((await hub.call("POST", path, {}, SISTER_KEY)).status).toBe(404)
      expect((await hub.call("POST", path, { endpoint: "nobody" })).status).toBe(404)
      expect((await hub.call("POST", "/api/v1/core/external/events/nope/redeliver", {})).status).toBe(404)
    })

    it("allows to send one at once while it waits for its next attempt, which is then dropped", async () => {
      receiver.mood = "fails"
      await create()
      await hub.pass(0)
      await hub.pass(7_000)
      await hub.pass(75_000)
      expect(receiver.heard).toHaveLength(3)
      receiver.mood = "takes"
      const [{ event }] = receiver.heard as [Receiver["heard"][number]]
      const path = `/api/v1/core/external/events/${event.event.id}/redeliver`
      expect((await hub.call("POST", path, {})).status).toBe(202)
      await hub.pass(0)
      expect(idsTaken()).toEqual([event.event.id])
      await hub.pass(DAY_MS)
      expect(receiver.heard).toHaveLength(4)
      expect(await deliveries("&status=delivered")).toHaveLength(1)
    })
  })
})
