/** A finished sale at its register, in a real Chromium: its change is shown until the shift is closed. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openTestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { beginShift, ringUp } from "./at-register.ts"

const PATIENCE_MS = 20_000
const START_MS = 60_000
const A_MINUTE_MS = 60_000
const STORY_MS = 120_000

onSqlite((open) => {
  let hub: TestHub
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    hub = await openTestHub(open)
    const box = await openTestBox(hub)
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

  const button = (name: string | RegExp) => page.getByRole("button", { name })

  it(
    "a finished sale is gone from the register when the next shift is opened",
    async () => {
      await ringUp(page, ["hamb cla"])
      await page.keyboard.press("F9")
      await page.getByLabel("Recibido").fill("20")
      await page.keyboard.press("Enter")
      await page.locator(".done").waitFor()
      await button(/^Cajón/).click()
      await button(/^Vender/).click()
      await page.locator(".done").waitFor()
      const total = /Cobrado \$(\d+,\d\d)/.exec(await page.locator(".done").innerText())?.[1] ?? ""
      hub.clock.advance(A_MINUTE_MS)
      await button(/^Cajón/).click()
      await button("Contar y cerrar").click()
      await page.getByLabel("$100,00").fill("1")
      await page.getByLabel("Otro dinero").fill(total)
      await page.getByPlaceholder("Elija un motivo").click()
      await page.getByRole("option", { name: /^Otro/ }).click()
      await button("Cerrar el turno").click()
      await page.getByText("Turno cerrado").waitFor()
      await button("Listo").click()
      await button(/^Vender/).click()
      await page.getByLabel("Fondo de caja").fill("100")
      await page.keyboard.press("Enter")
      await button(/Hamburguesa clásica/).waitFor()
      expect(await page.locator(".done").count()).toBe(0)
    },
    STORY_MS,
  )
})
