/** An order that is created while its store gets a box: it has read that there is none, and waits for the claim's commit; it goes down to the box all the same. */
import { expect, it } from "vitest"
import { writing } from "../../../hub/sync/sync-tables.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"
import { openClaim, whenWaiting } from "../../kit/meet-step.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

onPostgres((open) => {
  it.each([
    ["an open one", orderBody({ channel: "WEB" })],
    ["a paid one", orderBody({ paid: "CASH" })],
  ])("%s", async (_which, body) => {
    const hub = await openTestHub(open)
    let creating: ReturnType<typeof hub.call> | undefined
    await hub.hub.operator.claim(await openClaim(hub), STORE, async (claim) => {
      creating = hub.call("POST", ORDERS, body)
      await whenWaiting(claim, 1)
      return null
    })
    const created = await creating
    expect(created?.status).toBe(201)
    const sent = await hub.beside(({ store }) =>
      store.system.write((scope) =>
        writing(scope).selectFrom("down_op").select("body").where("kind", "=", "order.created").execute(),
      ),
    )
    expect(sent.map((op) => JSON.parse(op.body).order.id)).toEqual([created?.body.data.id])
    const told = (await hub.events()).filter(({ orderId }) => orderId === created?.body.data.id)
    // Its kitchen is the box's.
    expect(told.map(({ type }) => type)).not.toContain("order.sent_to_kitchen")
  })
})
