/** The published provisioning example, unchanged, on a new hub: payment links are paid and documents ruled on, without another process. */
import { readFileSync } from "node:fs"
import { beforeAll, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"

const EXAMPLE = readFileSync(new URL("../../docs/provisioning.example.json", import.meta.url), "utf8")
const INTENTS = "/api/v1/external/bridge/intents"
const WAIT = { timeout: 20_000 }

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox

  beforeAll(async () => {
    hub = await openTestHub(open, { tenants: EXAMPLE, sandboxFiscalDelayMs: 0 })
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
  })

  const intentOf = async (id: string) => {
    await hub.hub.queue.settle()
    return (await hub.call("GET", `${INTENTS}/${id}`)).body.data.intent
  }
  const chargeFor = async (externalOrderId: string, amount = 6.5) => {
    const asked = { externalOrderId, methodCode: "LINK", amount, currency: "USD", storeId: STORE }
    const response = await hub.call("POST", INTENTS, { ...asked, terminalId: "web-1", channel: "WEB" })
    expect(response.status).toBe(201)
    return response.body.data.intent
  }

  it("a guest pays a web order's link on a page of the hub, and the store's order is settled", async () => {
    const body = orderBody({ channel: "WEB" })
    expect((await hub.call("POST", ORDERS, body)).status).toBe(201)
    const { intentId, attempts } = await chargeFor(body.orderId)
    expect(attempts).toMatchObject([{ status: "requires_redirect", errorDescription: null }])
    const link = attempts[0].paymentLink
    expect(await (await fetch(link)).text()).toContain("Esperando el pago")
    const paid = await fetch(`${link}/approve?lang=en`, { method: "POST" })
    expect([paid.url, await paid.text()]).toEqual([`${link}?lang=en`, expect.stringContaining("Paid. Thank you.")])
    await expect.poll(async () => (await intentOf(intentId)).status, WAIT).toBe("succeeded")
    const tender = { transactionId: attempts[0].attemptId, method: "LINK", status: "approved" }
    const order = async () => (await box.call("GET", `${ORDERS}/${body.orderId}`)).body.data
    await expect.poll(order, WAIT).toMatchObject({ paymentStatus: "SUCCEEDED", payments: [tender] })
  })

  it("a paid link is refunded once, and an unknown page says so", async () => {
    const { intentId, attempts } = await chargeFor("refunded")
    await fetch(`${attempts[0].paymentLink}/approve`, { method: "POST" })
    await expect.poll(async () => (await intentOf(intentId)).status, WAIT).toBe("succeeded")
    await hub.call("POST", `/api/v1/external/bridge/attempts/${attempts[0].attemptId}/refund`)
    await expect.poll(async () => (await intentOf(intentId)).attempts[0].status, WAIT).toBe("refunded")
    expect(await (await fetch(attempts[0].paymentLink)).text()).toContain("El dinero fue devuelto.")
    expect((await fetch(`${attempts[0].paymentLink}x`)).status).toBe(404)
    expect((await fetch(`${attempts[0].paymentLink}/steal`, { method: "POST" })).status).toBe(404)
  })

  it("the sandbox simulates every fault that it documents", async () => {
    expect((await chargeFor("rejected", 6.01)).attempts[0]).toMatchObject({ status: "failed" })
    const { intentId } = await chargeFor("early", 6.03)
    await expect.poll(async () => (await intentOf(intentId)).status, WAIT).toBe("succeeded")
    const silent = await chargeFor("silent", 6.02)
    expect(silent.attempts[0]).toMatchObject({ status: "created", paymentLink: null })
    hub.clock.advance(60_000)
    await expect.poll(async () => (await intentOf(silent.intentId)).status, WAIT).toBe("requires_action")
  })

  it("another account's report about a payment is ignored", async () => {
    const { attempts } = await chargeFor("forged")
    const sent = await fetch(`${hub.hub.url}/api/v1/webhooks/payments/sandbox?account=globex`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-sandbox-signature": "0".repeat(64) },
      body: JSON.stringify({ id: "e", type: "payment.approved", payment: "p", key: attempts[0].attemptId, at: "" }),
    })
    expect(sent.status).toBe(401)
  })

  it("the sandbox authority rules on a document", async () => {
    const body = orderBody({ channel: "WEB" })
    await hub.call("POST", ORDERS, body)
    expect((await hub.call("POST", NUMBERING, fiscalBody({ operation: "ISSUE", orderId: body.orderId }))).status).toBe(
      201,
    )
    const status = async () => {
      await hub.hub.queue.settle()
      return (await hub.call("GET", `${ORDERS}/${body.orderId}/fiscal`)).body.data.fiscal?.status
    }
    await expect.poll(status, WAIT).toBe("authorized")
  })
})
