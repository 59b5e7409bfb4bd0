/** The store's first manager is added while a customer pays at a register that worked without staff. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { MANAGER_PIN, pairScreen, takeOn } from "../kit/store-staff.ts"
import { beginShift, ringUp } from "./at-register.ts"

const PATIENCE_MS = 15_000
const START_MS = 60_000
/** Longer than a register waits before it asks again whether the store has staff. */
const LOOKED_AGAIN_MS = 61_000

onSqlite((open) => {
  let box: TestBox
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    box = await openTestBox(await openTestHub(open))
    await box.call("POST", "/api/lan/v1/days")
    browser = await launchBrowser()
    const context = await browser.newContext({ locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    await page.clock.install()
    const pairingCode = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? ""
    await beginShift(page, { url: box.box.url, pairingCode })
  }, START_MS)

  afterAll(() => browser?.close())

  it("the cashier finishes the payment, and is asked for a PIN before the next sale", async () => {
    const pin = page.getByLabel("PIN", { exact: true })
    const sell = page.getByRole("button", { name: "Vender" })
    await ringUp(page, ["agua"])
    await page.keyboard.press("F9")
    await page.getByLabel("Recibido").fill("1")
    await takeOn(await pairScreen(box.box, "manager", "office"), { role: "manager", pin: MANAGER_PIN })
    await pageHasLooked(true)
    expect(await pin.count()).toBe(0)
    expect(await page.getByLabel("Recibido").inputValue()).toBe("1")
    await page.getByRole("button", { name: "Cajón" }).click()
    await pin.waitFor()
    await sell.click()
    await page.getByLabel("Recibido").fill("1")
    await page.keyboard.press("Enter")
    await page.getByText("Guardada en la tienda").waitFor()
    expect(await pin.count()).toBe(0)
    await page.getByRole("button", { name: "Venta nueva" }).click()
    await pin.waitFor()
  })

  /** Resolves when the register has heard whether the store has staff, and has drawn it. */
  async function pageHasLooked(hasStaff: boolean): Promise<void> {
    const heard = page.waitForResponse(async (answer) => {
      if (!answer.url().endsWith("/staff/me")) return false
      return (await answer.json()).data.hasStaff === hasStaff
    })
    await page.clock.fastForward(LOOKED_AGAIN_MS)
    await heard
    await page.locator(".who").getByText("María Núñez", { exact: true }).waitFor({ state: "detached" })
  }
})
