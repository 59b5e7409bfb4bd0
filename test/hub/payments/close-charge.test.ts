/** What becomes of an order's links and their money when the order is cancelled, on both databases. */
import { beforeAll, expect, it } from "vitest"
import type { Sandbox } from "../../../hub/payments/providers/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody, type TenderOptions, charge as tendersOf } from "../../kit/order-bodies.ts"
import { openSandbox } from "../../kit/sandbox.ts"

const BRIDGE = "/api/v1/external/bridge"
const WAIT_MS = 30_000
const HOUR_MS = 3_600_000

eachDatabase((_engine, open) => {
  let hub: TestHub
  let sandbox: Sandbox

  beforeAll(async () => {
    sandbox = await openSandbox()
    hub = await openTestHub(open, { sandbox })
  })

  const charge = async (externalOrderId: string, amount = 6.5) => {
    const asked = { externalOrderId, methodCode: "LINK", amount, currency: "USD", storeId: STORE }
    return (await hub.call("POST", `${BRIDGE}/intents`, { ...asked, terminalId: "w", channel: "WEB" })).body.data.intent
  }
  const intentOf = async (id: string) => (await hub.call("GET", `${BRIDGE}/intents/${id}`)).body.data.intent
  const sell = (orderId: string, more: object = {}) =>
    hub.call("POST", ORDERS, orderBody({ orderId, channel: "WEB", ...more }))
  const cancel = (orderId: string) =>
    hub.call("POST", `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`, { reason: "Customer left" })
  const whenCharge = async (id: string, status: string) => {
    await expect
      .poll(() => hub.hub.queue.settle().then(async () => (await intentOf(id)).status), { timeout: WAIT_MS })
      .toBe(status)
    return intentOf(id)
  }

  it("closing an order cancels its open payment link at the provider", async () => {
    await sell("waits")
    const { intentId, attempts } = await charge("waits")
    expect((await cancel("waits")).status).toBe(200)
    await whenCharge(intentId, "canceled")
    expect(sandbox.states()[attempts[0].attemptId]).toBe("canceled")
    expect(sandbox.act(attempts[0].attemptId, "approved")).toBe(false)
  })

  it("a link whose cancellation is refused stays open, and money that arrives is refunded", async () => {
    await sell("keeps", { total: 6.06 })
    const { intentId, attempts } = await charge("keeps", 6.06)
    await cancel("keeps")
    await hub.hub.queue.settle()
    expect((await intentOf(intentId)).status).toBe("requires_action")
    sandbox.act(attempts[0].attemptId, "approved")
    await whenCharge(intentId, "reversed")
    expect(sandbox.states()[attempts[0].attemptId]).toBe("refunded")
  })

  it("a paid part is refunded, and the link of the rest cancelled", async () => {
    await sell("part", { total: 10.01 })
    const { intentId } = await charge("part", 10.01)
    const pay = async (asked: object) => {
      const answer = await hub.call("POST", `${BRIDGE}/intents/${intentId}/pay`, { methodCode: "LINK", ...asked })
      return answer.body.data.intent.attempts.at(-1).attemptId as string
    }
    const half = await pay({ slot: 1, amount: 4 })
    const rest = await pay({ amount: 6 })
    sandbox.act(half, "approved")
    await whenCharge(intentId, "partially_paid")
    expect((await cancel("part")).status).toBe(200)
    const back = await whenCharge(intentId, "reversed")
    expect(back.amountPaid).toBe(0)
    expect([sandbox.states()[half], sandbox.states()[rest]]).toEqual(["refunded", "canceled"])
  })

  it("a prepaid order without a link of ours is refunded by its provider", async () => {
    await sell("no-link", { paid: "LINK" })
    expect((await cancel("no-link")).status).toBe(200)
    const { status, paymentStatus, metadata } = (await hub.call("GET", `${ORDERS}/no-link`)).body.data
    expect([status, paymentStatus]).toEqual(["CANCELLED", "REFUNDED"])
    expect(metadata.cancellation.refunds).toMatchObject([
      { method: "LINK", by: "provider", reference: expect.stringMatching(/^ref_/) },
    ])
  })

  // Last, because an hour goes by, after which the others may not be cancelled any more.
  it.each([
    ["by other means, the part goes back", "TOTAL", "reversed", "refunded"],
    ["with the part among its tenders, the part stays", "PART", "partially_paid", "approved"],
  ])("an order that was partly paid by link is closed %s", async (_what, how, status, state) => {
    const id = `closed-${how}`
    const order = (await sell(id, { total: 10.01 })).body.data.id
    const { intentId } = await charge(id, 10.01)
    const asked = { methodCode: "LINK", slot: 1, amount: 4 }
    const part = (await hub.call("POST", `${BRIDGE}/intents/${intentId}/pay`, asked)).body.data.intent.attempts[1]
    sandbox.act(part.attemptId, "approved")
    await whenCharge(intentId, "partially_paid")
    const withPart: TenderOptions[] = [{ amount: "6.0100" }, { amount: "4.0000", id: part.attemptId, method: "LINK" }]
    const tenders = tendersOf(...(how === "PART" ? withPart : [{ amount: "10.0100" }]))
    expect((await hub.call("POST", `${ORDERS}/${order}/confirm-payment`, tenders)).status).toBe(200)
    hub.clock.advance(HOUR_MS)
    await whenCharge(intentId, status)
    expect(sandbox.states()[part.attemptId]).toBe(state)
  })
})
