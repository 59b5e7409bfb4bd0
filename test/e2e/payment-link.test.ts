/**
 * Payment links in a real Chromium: a guest pays on the provider's page, the order settles, a receiver of events hears it, a cancellation
 * with its credit note gives the money back; at a register the link is a QR code whose result comes by itself.
 */
import { createHmac } from "node:crypto"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { onSqlite } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { STORE } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { openReceiver, type Receiver } from "../kit/receiver.ts"
import { openSandbox } from "../kit/sandbox.ts"
import { whenOver } from "../kit/temp.ts"
import { openWebhookHub, type WebhookHub } from "../kit/webhooks.ts"
import { beginShift } from "./at-register.ts"

const PATIENCE_MS = 15_000
/** A line that was away is tried again after as long as it was, about. */
const LINKED_MS = 60_000
const TIMEOUT_MS = 90_000
const INTENTS = "/api/v1/external/bridge/intents"
const SECRET = "whsec_acme_000000000001"
const TELEPHONE = { width: 360, height: 740 }

onSqlite((open) => {
  let hub: WebhookHub
  let receiver: Receiver
  let browser: Browser
  let guest: Page

  beforeAll(async () => {
    const sandbox = await openSandbox()
    hub = await openWebhookHub(open, { sandbox, sandboxFiscalDelayMs: 0 })
    receiver = await openReceiver()
    await hub.provide({ name: "erp", url: receiver.url, events: ["order.*"], secret: SECRET })
    browser = await launchBrowser()
    guest = await (await browser.newContext({ viewport: TELEPHONE, locale: "es-EC" })).newPage()
    guest.setDefaultTimeout(PATIENCE_MS)
  }, TIMEOUT_MS)

  afterAll(() => browser?.close())

  /** With BRASA_SHOTS=DIR, what stood there. */
  const shoot = async (one: Page, name: string) => {
    const dir = process.env.BRASA_SHOTS
    if (dir) await one.screenshot({ path: `${dir}/link-${name}.png` })
  }
  const see = (text: string) => guest.getByText(text).waitFor()
  const press = (name: string) => guest.getByRole("button", { name, exact: true }).click()

  async function chargeFor(orderId: string) {
    const asked = { externalOrderId: orderId, methodCode: "LINK", amount: 6.5, currency: "USD", storeId: STORE }
    const response = await hub.call("POST", INTENTS, { ...asked, terminalId: "web-1", channel: "WEB" })
    expect(response.status).toBe(201)
    return response.body.data.intent as { intentId: string; attempts: [{ attemptId: string; paymentLink: string }] }
  }

  const intentOf = async (id: string) => (await hub.call("GET", `${INTENTS}/${id}`)).body.data.intent
  const orderOf = async (orderId: string) => (await hub.call("GET", `${ORDERS}/${orderId}`)).body.data
  const whenCharge = (id: string, status: string) =>
    expect.poll(async () => (await intentOf(id)).status, { timeout: PATIENCE_MS }).toBe(status)

  /** The one delivery of this event, if its signature is right. */
  async function heard(type: string, orderId: string) {
    const mine = () =>
      receiver.taken.filter(({ event }) => event.event.type === type && event.data.orderExternal === orderId)
    await expect.poll(() => mine().length, { timeout: PATIENCE_MS }).toBe(1)
    const [one] = mine()
    if (!one) throw new Error(`${type} was not heard`)
    expect(one.headers["x-service-signature"]).toBe(createHmac("sha256", SECRET).update(one.raw).digest("hex"))
    return one.event.data
  }

  describe("a web order", () => {
    it(
      "that is open is settled by the guest's click, and its event is sent signed",
      async () => {
        const body = orderBody({ channel: "WEB" })
        expect((await hub.call("POST", ORDERS, body)).body.data.status).toBe("OPEN")
        const { intentId, attempts } = await chargeFor(body.orderId)
        await guest.goto(attempts[0].paymentLink)
        await see("Esperando el pago")
        await shoot(guest, "waiting-es")
        await press("Pagar")
        await see("Pagado. Gracias.")
        await shoot(guest, "approved-es")
        await whenCharge(intentId, "succeeded")
        const tender = { transactionId: attempts[0].attemptId, method: "LINK", amount: "65000", status: "approved" }
        expect(await orderOf(body.orderId)).toMatchObject({ status: "COMPLETED", payments: [tender] })
        expect(await heard("order.completed", body.orderId)).toMatchObject({
          status: "COMPLETED",
          payments: { tenders: [tender] },
        })
      },
      TIMEOUT_MS,
    )

    it(
      "that was prepaid is cancelled after its credit note, and the guest sees the refund",
      async () => {
        const body = orderBody({ channel: "WEB", paid: "LINK" })
        const { intentId, attempts } = await chargeFor(body.orderId)
        await guest.goto(`${attempts[0].paymentLink}?lang=en`)
        await press("Pay")
        await see("Paid. Thank you.")
        await whenCharge(intentId, "succeeded")
        await hub.call("POST", ORDERS, body)
        expect(await orderOf(body.orderId)).toMatchObject({ status: "OPEN", paymentStatus: "SUCCEEDED" })

        const number = (operation: string) =>
          hub.call("POST", NUMBERING, fiscalBody({ operation, orderId: body.orderId }))
        const cancel = () =>
          hub.call("POST", `/api/v1/adapters/partner/stores/orders/${body.orderId}/cancel`, { reason: "No rider" })
        const invoice = (await number("ISSUE")).body.data.document
        const tooEarly = await cancel()
        expect([tooEarly.status, tooEarly.body.code]).toEqual([409, "FISCAL_REPRESENTATION_NOT_VOIDED"])
        expect(await intentOf(intentId)).toMatchObject({ status: "succeeded", amountPaid: 6.5 })
        const note = (await number("CANCEL")).body.data.document
        expect(note.compensates.documentNumber).toBe(invoice.documentNumber)
        expect((await cancel()).status).toBe(200)

        await whenCharge(intentId, "reversed")
        expect((await intentOf(intentId)).attempts).toMatchObject([{ status: "refunded" }])
        await guest.reload()
        await see("The money was given back.")
        await shoot(guest, "refunded-en")
        const told = await heard("order.cancelled", body.orderId)
        expect(told).toMatchObject({ status: "CANCELLED", paymentStatus: "REFUNDED" })
        expect(told.fiscalRepresentation).toMatchObject({
          documentNumber: note.documentNumber,
          compensates: { documentNumber: invoice.documentNumber },
          history: [{ documentNumber: invoice.documentNumber }],
        })
      },
      TIMEOUT_MS,
    )

    it.each([
      ["pt-BR", "Recusar o pagamento", "O pagamento foi recusado. Nada foi cobrado.", "failed"],
      ["en-US", "Let the link expire", "This link has expired. Ask the store for another.", "requires_action"],
    ])(
      "that the guest does not pay says so in their language: %s",
      async (locale, action, said, status) => {
        const { intentId, attempts } = await chargeFor(orderBody().orderId)
        guest = await (await browser.newContext({ viewport: TELEPHONE, locale })).newPage()
        await guest.goto(attempts[0].paymentLink)
        await shoot(guest, `waiting-${locale}`)
        await press(action)
        await see(said)
        await shoot(guest, `${status}-${locale}`)
        await whenCharge(intentId, status)
        expect(await guest.getByRole("button").count()).toBe(0)
      },
      TIMEOUT_MS,
    )
  })

  describe("at a register", () => {
    let box: TestBox
    let cable: Cable
    let page: Page

    beforeAll(async () => {
      cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
      whenOver(() => cable.close())
      box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
      await box.call("POST", "/api/lan/v1/days")
      page = await (await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: "es-EC" })).newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      const pairingCode = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? ""
      await beginShift(page, { url: box.box.url, pairingCode })
    }, TIMEOUT_MS)

    const button = (name: string | RegExp) => page.getByRole("button", { name })

    async function chargeByLink() {
      await page.keyboard.type("hamb cla")
      await page.keyboard.press("Enter")
      await page.keyboard.press("F9")
      await page.getByRole("tab", { name: "Link de pago" }).click()
    }

    /** The page that the code on the screen opens. */
    async function scan(): Promise<Page> {
      const code = page.getByAltText("Escanee para pagar")
      await code.waitFor()
      const context = await browser.newContext({ viewport: TELEPHONE, locale: "pt-BR" })
      const scanned = await context.newPage()
      await scanned.goto((await code.getAttribute("data-link")) ?? "")
      return scanned
    }

    it(
      "the link is a QR code, and the result appears as soon as the guest has paid",
      async () => {
        await chargeByLink()
        await shoot(page, "tab")
        await button("Mostrar el código").click()
        const scanned = await scan()
        await shoot(page, "qr")
        await scanned.getByRole("button", { name: "Pagar" }).click()
        await scanned.getByText("Pago. Obrigado.").waitFor()
        await page.locator(".pay-link").getByText("Pagado").waitFor()
        await shoot(page, "paid")
        await button("Venta nueva").click()
      },
      TIMEOUT_MS,
    )

    it(
      "says why there is no link yet, and makes another after a declined or expired one",
      async () => {
        await chargeByLink()
        await button("Mostrar el código").click()
        await (await scan()).getByRole("button", { name: "Recusar o pagamento" }).click()
        await page.getByText("El pago fue rechazado. No se cobró nada.").waitFor()
        await shoot(page, "declined")
        await button("Mostrar otro código").click()
        await (await scan()).getByRole("button", { name: "Deixar o link vencer" }).click()
        await page.getByText("El link venció sin que lo pagaran.").waitFor()
        await button("Mostrar otro código").click()
        await (await scan()).getByRole("button", { name: "Pagar" }).click()
        await page.locator(".pay-link").getByText("Pagado").waitFor()
        await button("Venta nueva").click()
      },
      TIMEOUT_MS,
    )

    it(
      "says that the hub is away, and offers no link",
      async () => {
        await chargeByLink()
        cable.pull()
        await page.locator(".charge-how").getByRole("alert").waitFor()
        await shoot(page, "hub-away")
        expect(await button("Mostrar el código").isDisabled()).toBe(true)
        cable.mend()
        await expect.poll(() => button("Mostrar el código").isEnabled(), { timeout: LINKED_MS }).toBe(true)
      },
      TIMEOUT_MS,
    )
  })
})
