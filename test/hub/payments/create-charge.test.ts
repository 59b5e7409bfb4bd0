/** Nobody is asked to pay for an order that takes no money any more, on both databases. */
import { beforeAll, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody, charge as tendersOf } from "../../kit/order-bodies.ts"
import { openSandbox } from "../../kit/sandbox.ts"

const INTENTS = "/api/v1/external/bridge/intents"

eachDatabase((_engine, open) => {
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open, { sandbox: await openSandbox() })
  })

  const sell = (orderId: string) => hub.call("POST", ORDERS, orderBody({ orderId, channel: "WEB" }))
  const pay = (orderId: string) =>
    hub.call("POST", `${ORDERS}/${orderId}/confirm-payment`, tendersOf({ id: `${orderId}-t` }))
  const cancel = (orderId: string) =>
    hub.call("POST", `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`, { reason: "Nobody came" })
  const ask = (externalOrderId: string) => {
    const where = { storeId: STORE, terminalId: "web-1", channel: "WEB" }
    return hub.call("POST", INTENTS, { externalOrderId, methodCode: "LINK", amount: 6.5, currency: "USD", ...where })
  }

  it.each([
    ["cancelled", "left", cancel],
    ["paid already", "paid", pay],
  ])("an order that is %s gets no link", async (how, orderId, end) => {
    await sell(orderId)
    expect((await end(orderId)).status).toBe(200)
    const { status, body } = await ask(orderId)
    const message = `is for the order ${orderId}, which is ${how}`
    expect([status, body.details]).toEqual([400, [{ path: "externalOrderId", message }]])
  })

  it("an order that was paid otherwise gets no second link", async () => {
    await sell("otherwise")
    const { intentId } = (await ask("otherwise")).body.data.intent
    expect((await pay("otherwise")).status).toBe(200)
    const { status, body } = await hub.call("POST", `${INTENTS}/${intentId}/pay`, { methodCode: "LINK" })
    expect([status, body.details?.[0]?.path]).toEqual([400, "intentId"])
  })

  it("an order that has not arrived yet may be paid before", async () => {
    expect((await ask("to-come")).status).toBe(201)
  })
})
