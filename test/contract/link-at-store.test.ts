/** Payment links of orders whose home is a store: requested at its register, paid at the provider, settled by the store. */
import { beforeAll, describe, expect, it } from "vitest"
import type { Sandbox } from "../../hub/payments/providers/index.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { openSandbox } from "../kit/sandbox.ts"

const INTENTS = "/api/v1/external/bridge/intents"
const WAIT_MS = 30_000
const HOUR_MS = 3_600_000

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox
  let sandbox: Sandbox

  beforeAll(async () => {
    sandbox = await openSandbox()
    hub = await openTestHub(open, { sandbox })
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
  })

  const linkPath = (id: string) => `/api/lan/v1/orders/${id}/charge`
  const sell = async (): Promise<{ id: string; orderId: string }> => {
    const body = orderBody()
    const answer = await box.call("POST", ORDERS, body)
    return { id: answer.body.data.id, orderId: body.orderId }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  async function until(ask: () => Promise<any>, fits: (data: any) => boolean) {
    for (const end = Date.now() + WAIT_MS; ; ) {
      await hub.hub.queue.settle()
      const { body } = await ask()
      if (fits(body.data)) return body.data
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(body)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function linked(id: string): Promise<string> {
    expect((await box.call("POST", linkPath(id), { methodCode: "LINK" })).status).toBe(202)
    const { link } = await until(
      () => box.call("GET", linkPath(id)),
      (data) => data.link !== null,
    )
    return new URL(link).pathname
  }

  /** What a guest does on the provider's page. */
  const pay = (path: string, action = "approve") => fetch(`${sandbox.url}${path}/${action}`, { method: "POST" })
  const intentOf = async (externalOrderId: string) => {
    const again = { externalOrderId, methodCode: "LINK", amount: 1, currency: "USD", terminalId: "x", channel: "POS" }
    return (await hub.call("POST", INTENTS, { ...again, storeId: STORE })).body.data.intent
  }

  describe("a payment link that a register requests", () => {
    it("settles the order at the store, and the hub's copy follows", async () => {
      const { id, orderId } = await sell()
      await pay(await linked(id))
      await until(
        () => box.call("GET", linkPath(id)),
        (data) => data.paid,
      )
      const order = await until(
        () => hub.call("GET", `${ORDERS}/${id}`),
        (data) => data.status === "COMPLETED",
      )
      const intent = await intentOf(orderId)
      expect(order.payments).toMatchObject([
        { transactionId: intent.attempts[0].attemptId, method: "LINK", amount: "65000" },
      ])
    })

    it("can be requested again after it was declined, in the same charge", async () => {
      const { id, orderId } = await sell()
      await pay(await linked(id), "decline")
      const failed = await until(
        () => box.call("GET", linkPath(id)),
        (data) => data.status === "failed",
      )
      expect(failed.fault).toBe("The payment was declined.")
      await pay(await linked(id))
      await until(
        () => box.call("GET", linkPath(id)),
        (data) => data.paid,
      )
      expect((await intentOf(orderId)).attempts.map(({ status }: { status: string }) => status)).toEqual([
        "failed",
        "succeeded",
      ])
    })

    it("is refunded if the order was paid in cash meanwhile", async () => {
      const { id, orderId } = await sell()
      const link = await linked(id)
      await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
      await pay(link)
      const intent = await until(
        async () => ({ body: { data: await intentOf(orderId) } }),
        ({ status }) => status === "reversed",
      )
      expect(intent.attempts[0].status).toBe("refunded")
      expect((await box.call("GET", `${ORDERS}/${id}`)).body.data.payments).toHaveLength(1)
    })

    it("is refused for a closed order, and for a method without links", async () => {
      const { id } = await sell()
      expect((await box.call("POST", linkPath(id), { methodCode: "CASH" })).status).toBe(409)
      await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
      expect((await box.call("POST", linkPath(id), { methodCode: "LINK" })).body.error).toBe("ORDER_NOT_OPEN")
      expect((await box.call("GET", linkPath("nothing"))).status).toBe(404)
    })
  })

  it("after a link expired the next one is another attempt, and can be cancelled", async () => {
    const { id, orderId } = await sell()
    const first = await linked(id)
    await pay(first, "expire")
    const standing = await until(
      () => box.call("GET", linkPath(id)),
      (data) => data.ended === "expired",
    )
    expect(standing.link).toBeNull()
    const second = await linked(id)
    expect(second).not.toBe(first)
    const intent = await until(
      async () => ({ body: { data: await intentOf(orderId) } }),
      ({ attempts }) => attempts[0].status === "canceled",
    )
    expect(intent).toMatchObject({ status: "requires_action", attempts: [{ slot: 1 }, { slot: 2 }] })
  })

  it("an order that is changed at its store keeps its link", async () => {
    const { id, orderId } = await sell()
    const link = await linked(id)
    const corrected = await box.call("PUT", `${ORDERS}/${id}`, correction(), KEY)
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(200)
    await until(
      () => hub.call("GET", `${ORDERS}/${id}`),
      ({ revision }) => revision === corrected.body.data.revision,
    )
    await hub.hub.queue.settle()
    expect((await pay(link)).status).toBeLessThan(400)
    await until(
      async () => ({ body: { data: await intentOf(orderId) } }),
      ({ status }) => status === "succeeded",
    )
  })

  it("an order that is cancelled at its store closes its link", async () => {
    const { id, orderId } = await sell()
    await linked(id)
    const cancelled = await box.call(
      "POST",
      `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`,
      { reason: "Customer left" },
      KEY,
    )
    expect(cancelled.status).toBe(200)
    await until(
      async () => ({ body: { data: await intentOf(orderId) } }),
      ({ status }) => status === "canceled",
    )
    expect((await box.call("GET", linkPath(id))).body.data).toMatchObject({ ended: "canceled", link: null })
  })

  it("a link's payment for a sale without a fiscal number is refunded under REFUND: the sale is lost, and the order can be paid again", async () => {
    const client = { uid: "c-1", name: "Ana", billingInformation: { govIdType: "RUC", govIdNumber: "179" } }
    const body = orderBody({ client })
    const { id } = (await box.call("POST", ORDERS, body)).body.data
    await pay(await linked(id))
    const standing = await until(
      () => box.call("GET", linkPath(id)),
      ({ ended }) => ended === "returned",
    )
    expect(standing).toMatchObject({ orderStatus: "OPEN", paid: false, fault: expect.stringContaining("RUC") })
    const intent = await until(
      async () => ({ body: { data: await intentOf(body.orderId) } }),
      ({ status }) => status === "reversed",
    )
    expect(intent.attempts).toMatchObject([{ status: "refunded" }])
    await box.whenSynced()
    const { lostSales } = (await hub.call("GET", HUB_ENDPOINTS.listLostSales.path)).body.data
    const lost = lostSales.filter(({ orderId }: { orderId: string }) => orderId === body.orderId)
    expect(lost).toMatchObject([
      {
        reason: "FISCAL_NUMBERING_FAILED",
        total: "65000",
        paymentMethods: [{ method: "LINK", amount: "65000" }],
        detail: {
          code: "FISCAL_BUYER_INVALID",
          message: expect.any(String),
          failure: { code: "FISCAL_BUYER_INVALID", message: expect.any(String) },
          policy: { action: "REFUND", lostSaleReason: "FISCAL_NUMBERING_FAILED", resolvedFrom: "store" },
        },
      },
    ])
    const request = await hub.call("GET", `${HUB_ENDPOINTS.numberFiscal.path}/${lost[0].detail.fiscalRequestId}`)
    expect(request.body.data).toMatchObject({ requestStatus: "FAILED", failure: { code: "FISCAL_BUYER_INVALID" } })
    expect((await box.call("GET", `${ORDERS}/${id}`)).body.data).toMatchObject({ status: "OPEN", payments: [] })
  })

  it("a link's payment that does not fit its order is shown at the registers, and refunded once the order is paid otherwise", async () => {
    const { id, orderId } = await sell()
    const asked = { externalOrderId: orderId, methodCode: "LINK", amount: 5, currency: "USD", terminalId: "w" }
    const response = await hub.call("POST", INTENTS, { ...asked, storeId: STORE, channel: "WEB" })
    sandbox.act(response.body.data.intent.attempts[0].attemptId, "approved")
    const standing = await until(
      () => box.call("GET", linkPath(id)),
      ({ ended }) => ended === "unfit",
    )
    expect(standing).toMatchObject({ paid: false, link: null, fault: expect.any(String) })
    const doubted = async () => (await box.call("GET", "/api/lan/v1/today")).body.data.ordersInDoubt
    const { orderCode } = (await box.call("GET", `${ORDERS}/${id}`)).body.data
    expect(await doubted()).toEqual([orderCode])
    await box.whenSynced()
    await hub.hub.queue.settle()
    expect((await intentOf(orderId)).status).toBe("succeeded")

    await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
    expect(await doubted()).toEqual([])
    await box.whenSynced()
    hub.clock.advance(HOUR_MS)
    const intent = await until(
      async () => ({ body: { data: await intentOf(orderId) } }),
      ({ status }) => status === "reversed",
    )
    expect(intent.attempts[0].status).toBe("refunded")
  })

  it("a link's payment before its order settles the order when it arrives at the store", async () => {
    const body = orderBody()
    const asked = { externalOrderId: body.orderId, methodCode: "LINK", amount: 6.5, currency: "USD", terminalId: "k" }
    const response = await hub.call("POST", INTENTS, { ...asked, storeId: STORE, channel: "KIOSK" })
    sandbox.act(response.body.data.intent.attempts[0].attemptId, "approved")
    await until(
      async () => ({ body: { data: await intentOf(body.orderId) } }),
      ({ status }) => status === "succeeded",
    )
    await until(
      async () => box.call("POST", ORDERS, { ...orderBody({ orderId: body.orderId }) }),
      (data) => data.status === "COMPLETED" || data.alreadyExisted,
    )
    await until(
      () => box.call("GET", `${ORDERS}/${body.orderId}`),
      (data) => data.status === "COMPLETED",
    )
  })
})
