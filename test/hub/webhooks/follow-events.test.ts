/** The feed of events, polled: each once and in order, by type, from a moment, of one's own vendor alone. */
import { beforeAll, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_KEY, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const FEED = "/api/v1/core/external/events/feed"

eachDatabase((_engine, open) => {
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  const sell = async (key?: string) => {
    const body = orderBody(key ? { store: { code: "GYE-001" } } : {})
    const { data } = (await hub.call("POST", ORDERS, body, key)).body
    return data.id as string
  }
  const follow = async (query: string, key?: string) => {
    const { data } = (await hub.call("GET", `${FEED}?${query}`, undefined, key)).body
    return { next: data.next as string, more: data.more as boolean, events: data.events, ids: data.events.map(told) }
  }
  const told = (event: { type: string; orderId: string }) => `${event.type} ${event.orderId}`

  it("returns each event once, oldest first, and continues where it ended", async () => {
    const first = await sell()
    await hub.call("POST", `${ORDERS}/${first}/confirm-payment`, charge({}))
    await sell(SISTER_KEY)
    const one = await follow("size=1")
    expect([one.ids, one.more]).toEqual([[`order.opened ${first}`], true])
    const two = await follow(`after=${one.next}`)
    expect([two.ids, two.more]).toEqual([[`order.completed ${first}`, `order.sent_to_kitchen ${first}`], false])
    expect(two.events[0].payload).toMatchObject({ event: { id: two.events[0].eventId, type: "order.completed" } })
    expect((await follow(`after=${two.next}`)).ids).toEqual([])
    const second = await sell()
    const three = await follow(`after=${two.next}`)
    expect(three.ids).toEqual([`order.opened ${second}`])
    hub.clock.advance(60_000)
    expect((await follow(`after=${three.next}`)).ids).toEqual([])
  })

  it("starts at a moment, and follows a family or a name", async () => {
    hub.clock.advance(60_000)
    const from = `from=${hub.clock.iso()}`
    const order = await sell()
    expect((await follow(from)).ids).toEqual([`order.opened ${order}`])
    expect((await follow(`${from}&type=order.*`)).ids).toEqual([`order.opened ${order}`])
    expect((await follow(`${from}&type=order.completed`)).ids).toEqual([])
    expect((await follow(`${from}&type=menu.*`)).ids).toEqual([])
  })

  it.each(["order.updated", "orders.*", "ORDER.OPENED", "webhook.*"])(
    "lists the known names if asked for %s",
    async (type) => {
      for (const path of [FEED, FEED.replace("/feed", "")]) {
        const { status, body } = await hub.call("GET", `${path}?type=${type}`)
        expect([status, body.details]).toEqual([
          400,
          [{ path: "type", message: expect.stringContaining("order.opened") }],
        ])
      }
    },
  )

  it("accepts a moment or a cursor, not both", async () => {
    const { next } = await follow("")
    const answer = await hub.call("GET", `${FEED}?after=${next}&from=2026-11-21T00:00:00Z`)
    expect([answer.status, answer.body.details[0].path]).toEqual([400, "from"])
  })
})
