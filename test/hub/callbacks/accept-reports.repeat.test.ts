import { beforeAll, describe, expect, it } from "vitest"
import {
  AGGREGATOR,
  aggregatorReport,
  FISCAL,
  fiscalReport,
  KITCHEN,
  kitchenReport,
  REJECTED,
  type ReportableOrder,
  reportable,
  settled,
} from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"

const AT_ONCE = 50
const MINUTE_MS = 60_000

type Body = Readonly<Record<string, unknown>>
type Change = (first: Body) => Body

eachDatabase((_engine, open) => {
  let hub: TestHub
  let order: ReportableOrder
  const post = (path: string, body: Body) => hub.call("POST", path, body)

  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  const firsts: Readonly<Record<string, (order: ReportableOrder) => Body>> = {
    [AGGREGATOR]: ({ orderId }) => aggregatorReport({ orderId }),
    [KITCHEN]: ({ orderId, eventId }) => kitchenReport({ orderId, eventId }),
    [FISCAL]: ({ orderId, eventId }) => fiscalReport({ orderId, eventId }),
  }

  describe("a repeated report is recognised by the key of its endpoint", () => {
    it.each<[path: string, what: string, change: Change, duplicate: boolean]>([
      [AGGREGATOR, "repeated", (first) => first, true],
      [AGGREGATOR, "repeated with another moment", (first) => ({ ...first, occurredAt: "2026-11-21T17:50:00Z" }), true],
      [
        AGGREGATOR,
        "repeated by the other id",
        (first) => ({ ...first, orderId: undefined, externalOrderId: "" }),
        true,
      ],
      [AGGREGATOR, "another status", (first) => ({ ...first, status: "PICKED_UP" }), false],
      [AGGREGATOR, "another delivery", (first) => ({ ...first, providerEventId: "another" }), false],
      [KITCHEN, "repeated", (first) => first, true],
      [KITCHEN, "another providerEventId", (first) => ({ ...first, providerEventId: "another" }), true],
      [KITCHEN, "another stage", (first) => ({ ...first, eventType: "order.ready" }), false],
      [FISCAL, "repeated", (first) => first, true],
      [FISCAL, "another providerEventId", (first) => ({ ...first, providerEventId: "another" }), true],
      [FISCAL, "its graphic", (first) => ({ ...first, eventType: "fiscal_graphic" }), false],
    ])("%s: %s", async (path, _what, change, duplicate) => {
      order = await reportable(hub)
      const first = firsts[path]?.(order) as Body
      const one = await post(path, first)
      expect([one.status, one.body]).toEqual([
        202,
        {
          received: true,
          duplicate: false,
          eventId: path === AGGREGATOR ? expect.stringMatching(/^agg_[0-9a-f]{24}$/) : order.eventId,
          webhookEventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          status: "queued",
          firstReceivedAt: hub.clock.iso(),
          message: expect.any(String),
        },
      ])
      const changed = change(first)
      const named = changed.externalOrderId === "" ? { ...changed, externalOrderId: order.externalOrderId } : changed
      const two = await post(path, named)
      expect([two.status, two.body.duplicate]).toEqual([202, duplicate])
      expect(two.body.webhookEventId === one.body.webhookEventId).toBe(duplicate)
    })
  })

  it("an aggregator's report is recognised by channelCode and providerEventId, across statuses and orders", async () => {
    const [one, two] = [await reportable(hub), await reportable(hub)]
    const report = (orderId: string, status: string) =>
      post(AGGREGATOR, aggregatorReport({ orderId, status, providerEventId: "pair-1" }))
    const answers = [await report(one.orderId, "A"), await report(one.orderId, "B"), await report(two.orderId, "A")]
    expect(new Set(answers.map(({ body }) => body.eventId)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.webhookEventId)).size).toBe(3)
    const other = await post(AGGREGATOR, aggregatorReport({ orderId: one.orderId, providerEventId: "pair-2" }))
    expect(other.body.eventId).not.toBe(answers[0]?.body.eventId)
  })

  it("a fiscal event has one result: another result for its eventId is a 409 and changes nothing", async () => {
    const { orderId, eventId } = await reportable(hub)
    const first = await post(FISCAL, fiscalReport({ orderId, eventId }))
    const other = await post(FISCAL, fiscalReport({ orderId, eventId, ...REJECTED }))
    expect([other.status, other.body.error]).toEqual([409, "CONFLICT"])
    expect(other.body.data).toEqual({ eventType: "authorized", webhookEventId: first.body.webhookEventId })
    const graphic = await post(FISCAL, fiscalReport({ orderId, eventId, eventType: "fiscal_graphic" }))
    expect([graphic.status, graphic.body.duplicate]).toEqual([202, false])
    expect((await post(FISCAL, fiscalReport({ orderId, eventId }))).body.duplicate).toBe(true)
  })

  it("a graphic may arrive before the verdict of the same event", async () => {
    const { orderId, eventId } = await reportable(hub)
    const graphic = await post(FISCAL, fiscalReport({ orderId, eventId, eventType: "fiscal_graphic" }))
    const end = await post(FISCAL, fiscalReport({ orderId, eventId }))
    expect([graphic.status, end.status, end.body.duplicate]).toEqual([202, 202, false])
  })

  it("a duplicate returns the current state and arrival time of the first report", async () => {
    const { orderId } = await reportable(hub)
    const report = aggregatorReport({ orderId })
    const first = await post(AGGREGATOR, report)
    await settled(hub, first)
    hub.clock.advance(MINUTE_MS)
    const again = await post(AGGREGATOR, report)
    const { webhookEventId, firstReceivedAt } = first.body
    expect(again.body).toMatchObject({ duplicate: true, webhookEventId, firstReceivedAt, status: "processed" })
  })

  it.each([AGGREGATOR, KITCHEN, FISCAL])(`%s: ${AT_ONCE} equal reports at once are stored once`, async (path) => {
    order = await reportable(hub)
    const body = firsts[path]?.(order) as Body
    const second = await hub.another({})
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => (n % 2 ? second : hub).call("POST", path, body)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(answers.map((answer) => answer.body.webhookEventId)).size).toBe(1)
    expect(answers.filter((answer) => !answer.body.duplicate)).toHaveLength(1)
  })

  it(`of ${AT_ONCE} contradicting reports at once one wins, and the others get 409`, async () => {
    const { orderId, eventId } = await reportable(hub)
    const ends = [{}, { eventType: "cancelled" }, REJECTED]
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => post(FISCAL, fiscalReport({ orderId, eventId, ...ends[n % 3] }))),
    )
    const accepted = answers.filter(({ status }) => status === 202)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]))
    expect(new Set(accepted.map((answer) => answer.body.webhookEventId)).size).toBe(1)
    expect(accepted.filter((answer) => !answer.body.duplicate)).toHaveLength(1)
  })
})
