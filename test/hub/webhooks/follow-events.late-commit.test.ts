/** A transaction that waits for others again and again commits long after its moment, on PostgreSQL: who follows the feed is given its events all the same. */
import { expect, it } from "vitest"
import { insertEvent } from "../../../hub/webhooks/events-store.ts"
import { createIds } from "../../../runtime/ids.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { TENANT } from "../../kit/orders.ts"

const FEED = "/api/v1/core/external/events/feed"

onPostgres((open) => {
  it("an event that commits late is in the feed even if the reader has passed its moment", async () => {
    const hub = await openTestHub(open)
    const ids = createIds({ clock: hub.clock })
    const late = { type: "product.updated", version: 1, orderId: null, sequence: 1, madeId: null, body: () => "{}" }
    let next = ""
    const follow = async () => {
      const { body } = await hub.call("GET", `${FEED}${next && `?after=${encodeURIComponent(next)}`}`)
      next = body.data.next
      return body.data.events.map(({ type }: { type: string }) => type)
    }
    await hub.beside(({ store }) =>
      store.write(TENANT, async (tx) => {
        await insertEvent(tx, ids, late)
        hub.clock.advance(10_000)
        expect((await hub.call("POST", ORDERS, orderBody())).status).toBe(201)
        hub.clock.advance(25_000)
        expect(await follow()).toEqual(["order.opened"])
      }),
    )
    expect(await follow()).toEqual(["product.updated"])
    hub.clock.advance(60_000)
    expect(await follow()).toEqual([])
  })
})
