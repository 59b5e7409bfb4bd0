/** Money of a cancelled web order, in a real Chromium: the register lists it and returns it from its drawer. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { beginShift } from "./at-register.ts"

const PATIENCE_MS = 20_000
const START_MS = 60_000
const STORY_MS = 120_000

onSqlite((open) => {
  let hub: TestHub
  let box: TestBox
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    hub = await openTestHub(open)
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    await beginShift(page, {
      url: box.box.url,
      pairingCode: box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? "",
    })
  }, START_MS)

  afterAll(() => browser?.close())

  it(
    "money to return is listed with amount, method and guest, and gone once it was given back from the drawer",
    async () => {
      const wish = { ...orderBody({ channel: "WEB", paid: "CARD", orderCode: "WEB-7" }), client: { name: "Ana Pérez" } }
      await box.call("POST", ORDERS, wish)
      const path = `/api/v1/adapters/partner/stores/orders/${wish.orderId}/cancel`
      expect((await box.call("POST", path, { reason: "El cliente se retiró" })).status).toBe(200)
      await page.getByRole("button", { name: /^Pedidos/ }).click()
      const list = page.getByRole("region", { name: "Dinero por devolver" })
      await list.getByText("Tarjeta · Ana Pérez").waitFor()
      expect(await list.innerText()).toContain("6,50")
      await list.getByRole("button", { name: "WEB-7" }).click()
      await page.getByText("Falta devolver $6,50 al cliente").waitFor()
      await page.keyboard.press("Escape")
      const give = list.getByRole("button", { name: "En efectivo, del cajón" })
      await give.click()
      await list.getByRole("button", { name: /¿/ }).first().click()
      await list.waitFor({ state: "detached" })
      const order = (await box.call("GET", `${ORDERS}/${wish.orderId}`)).body.data
      expect(order).toMatchObject({
        paymentStatus: "REFUNDED",
        metadata: { cancellation: { refunds: [{ recorded: { source: "drawer", operatorUid: "c-7" } }] } },
      })
    },
    STORY_MS,
  )
})
