/** A payment link in a real Chromium: the register shows its QR code, the guest pays on the provider's page, and all sides see it. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { openSandbox } from "../kit/sandbox.ts"

const PATIENCE_MS = 15_000
const TIMEOUT_MS = 90_000
const INTENTS = "/api/v1/external/bridge/intents"

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const sandbox = await openSandbox()
    hub = await openTestHub(open, { sandbox })
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    browser = await launchBrowser()
    page = await (await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: "es-EC" })).newPage()
    page.setDefaultTimeout(PATIENCE_MS)
  }, TIMEOUT_MS)

  afterAll(() => browser?.close())

  /** With BRASA_SHOTS=DIR, what stood there. */
  const shoot = async (one: Page, name: string) => {
    const dir = process.env.BRASA_SHOTS
    if (dir) await one.screenshot({ path: `${dir}/link-${name}.png` })
  }
  const button = (name: string | RegExp) => page.getByRole("button", { name })

  describe("at the register", () => {
    it(
      "shows the link as a QR code, and the result as soon as the guest has paid",
      async () => {
        await page.goto(`${box.box.url}/pos`)
        await page
          .getByLabel("Código de emparejamiento")
          .fill(box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? "")
        await page.keyboard.press("Enter")
        await page.getByLabel("Su nombre").fill("María Núñez")
        await page.getByLabel("Su código").fill("c-7")
        await page.getByLabel("Fondo de caja").fill("100")
        await page.keyboard.press("Enter")
        await button(/Hamburguesa clásica/).click()
        await button(/Agregar|Cobrar/)
          .first()
          .click()
        if (await page.getByRole("dialog").isVisible())
          await page
            .getByRole("dialog")
            .getByRole("button", { name: /Agregar/ })
            .click()
        if (await button(/^Cobrar/).isVisible()) await button(/^Cobrar/).click()
        await page.getByRole("tab", { name: "Link de pago" }).click()
        await button("Mostrar el código").click()
        const code = page.getByAltText("Escanee para pagar")
        await code.waitFor()
        await shoot(page, "qr")
        const guest = await browser.newPage({ locale: "pt-BR" })
        await guest.goto((await code.getAttribute("data-link")) ?? "")
        await shoot(guest, "page")
        await guest.getByRole("button", { name: "Pagar" }).click()
        await guest.getByText("Pago. Obrigado.").waitFor()
        await page.locator(".pay-link").getByText("Pagado").waitFor()
        await shoot(page, "paid")
      },
      TIMEOUT_MS,
    )
  })

  it(
    "an order that was paid by link is cancelled, and the provider's page shows that the money is back",
    async () => {
      const body = orderBody({ channel: "WEB", paid: "LINK" })
      const asked = { externalOrderId: body.orderId, methodCode: "LINK", amount: 6.5, currency: "USD", storeId: STORE }
      const made = await hub.call("POST", INTENTS, { ...asked, terminalId: "web-1", channel: "WEB" })
      const { intentId, attempts } = made.body.data.intent
      await page.goto(`${attempts[0].paymentLink}?lang=en`)
      await page.getByRole("button", { name: "Pay", exact: true }).click()
      await page.getByText("Paid. Thank you.").waitFor()
      const status = async () => (await hub.call("GET", `${INTENTS}/${intentId}`)).body.data.intent.status
      await expect.poll(status, { timeout: PATIENCE_MS }).toBe("succeeded")
      await hub.call("POST", ORDERS, body)
      const path = `/api/v1/adapters/partner/stores/orders/${body.orderId}/cancel`
      await expect
        .poll(async () => (await hub.call("POST", path, { reason: "No rider" })).status, { timeout: PATIENCE_MS })
        .toBe(200)
      expect(await status()).toBe("reversed")
      await page.reload()
      await page.getByText("The money was given back.").waitFor()
    },
    TIMEOUT_MS,
  )
})
