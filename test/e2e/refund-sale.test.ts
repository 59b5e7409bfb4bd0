/** A cashier refunds a line of a sale, and then voids another sale, in a real Chromium. Hub and store agree to the cent. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fromText, sum } from "../../protocol/money.ts"
import type { OrderRefund } from "../../protocol/shapes/order.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { ORDERS } from "../kit/order-bodies.ts"
import { beginShift, orderIdOf, ringUp } from "./at-register.ts"
import { tapTwice } from "./tap-twice.ts"

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
    const pairingCode = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? ""
    await beginShift(page, { url: box.box.url, pairingCode })
  }, START_MS)

  afterAll(() => browser?.close())

  const button = (name: string | RegExp) => page.getByRole("button", { name })

  async function sellInCash(): Promise<string> {
    await button(/^Vender/).click()
    await ringUp(page, ["hamb cla", "hamb cla"])
    await page.keyboard.press("F9")
    await page.getByLabel("Recibido").fill("50")
    await page.keyboard.press("Enter")
    return /\w-\d+/.exec(await page.locator(".done").innerText())?.[0] ?? ""
  }

  async function openRefund(code: string) {
    await button(/^Pedidos/).click()
    await button(`Ver el pedido ${code}`).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("tab", { name: "Devolver" }).click()
    return dialog
  }

  async function refundsAt(side: TestHub | TestBox, id: string): Promise<OrderRefund[]> {
    return (await side.call("GET", `${ORDERS}/${id}`)).body.data.refunds ?? []
  }

  it(
    "one piece of a line goes back in cash, and the hub has the same refund",
    async () => {
      const code = await sellInCash()
      const dialog = await openRefund(code)
      await dialog.getByText("Productos", { exact: true }).click()
      await dialog.getByRole("button", { name: /^Uno más: Hamburguesa clásica/ }).click()
      await dialog.getByRole("button", { name: "Producto en mal estado" }).click()
      const submit = dialog.getByRole("button", { name: /^Devolver \$/ })
      const shown = /\$(\d+),(\d\d)/.exec(await submit.innerText())
      await tapTwice(submit, dialog.getByRole("button", { name: "¿Seguro? Toque otra vez" }))
      await dialog
        .getByRole("status")
        .getByText(/^Devuelto: .* Efectivo/)
        .waitFor()
      const id = (await orderIdOf(page, code)) ?? ""
      const [refund, ...more] = await refundsAt(box, id)
      expect([refund?.reason, refund?.amount, more]).toEqual([
        "Producto en mal estado",
        `${shown?.[1]}${shown?.[2]}00`,
        [],
      ])
      await box.whenSynced()
      expect(await refundsAt(hub, id)).toEqual([refund])
      await page.keyboard.press("Escape")
    },
    STORY_MS,
  )

  it(
    "a fresh sale is voided with one key, and then has nothing left to refund",
    async () => {
      const code = await sellInCash()
      const dialog = await openRefund(code)
      const key = dialog.getByRole("button", { name: /^Anular la venta entera/ })
      await tapTwice(key, dialog.getByRole("button", { name: "¿Seguro? Toque otra vez" }))
      await dialog.getByRole("status").waitFor()
      const id = (await orderIdOf(page, code)) ?? ""
      const order = (await box.call("GET", `${ORDERS}/${id}`)).body.data
      const total = order.totals.find((row: { code: string }) => row.code === "TOTAL").amount
      expect(sum((await refundsAt(box, id)).map(({ amount }) => fromText(amount)))).toBe(fromText(total))
      await page.keyboard.press("Escape")
      await openRefund(code)
      await dialog.getByText("No queda nada que devolver.").waitFor()
    },
    STORY_MS,
  )
})
