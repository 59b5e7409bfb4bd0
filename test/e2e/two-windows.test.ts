/** Two windows of one register in a real Chromium: both show one sale, neither undoes the other, and one receipt is printed. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startEmulator } from "../../appliance/emulator/index.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { whenOver } from "../kit/temp.ts"
import { beginShift, printedDocuments, ringUp } from "./at-register.ts"

const PATIENCE_MS = 15_000
const START_MS = 60_000
const STORY_MS = 60_000

/** Each value that this window writes down as the sale, from now on. */
function countWrites(): void {
  const { setItem } = Storage.prototype
  const written = { sales: 0 }
  Object.assign(window, { written })
  Storage.prototype.setItem = function (key, value) {
    if (key === "brasa.sale") written.sales += 1
    setItem.call(this, key, value)
  }
}

onSqlite((open) => {
  let box: TestBox
  let browser: Browser
  let page: Page
  let other: Page

  beforeAll(async () => {
    const printer = await startEmulator({ tcp: 0, profile: "epson-80" })
    whenOver(() => printer.stop())
    box = await openTestBox(await openTestHub(open), { printer: `tcp://127.0.0.1:${printer.port}?profile=epson-80` })
    await box.call("POST", "/api/lan/v1/days")
    browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    await beginShift(page, {
      url: box.box.url,
      pairingCode: box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? "",
    })
    await page.evaluate(() => localStorage.setItem("brasa.autoReceipt", "true"))
    other = await context.newPage()
    await other.addInitScript(countWrites)
    await other.goto(page.url())
    await other.getByRole("button", { name: /Hamburguesa clásica/ }).waitFor()
  }, START_MS)

  afterAll(() => browser?.close())

  const linesIn = (window: Page) => window.locator(".cart .line").count()
  const writtenBy = (window: Page) =>
    window.evaluate(() => (window as unknown as { written: { sales: number } }).written.sales)

  it("a second window shows the sale of the first, and writes nothing back", async () => {
    await ringUp(page, ["hamb cla", "maracuya"])
    await expect.poll(() => linesIn(other)).toBe(2)
    expect([await linesIn(page), await writtenBy(other)]).toEqual([2, 0])
  })

  it(
    "one receipt is printed, whichever window is reloaded while the change is shown",
    async () => {
      await page.keyboard.press("F9")
      await page.getByLabel("Recibido").fill("20")
      await page.keyboard.press("Enter")
      await expect.poll(() => printedDocuments(page, "receipt")).toBe(1)
      for (const window of [page, other, page, other, page]) {
        await page.locator(".change b").waitFor()
        await other.locator(".change b").waitFor()
        await window.reload()
      }
      await page.locator(".change b").waitFor()
      expect(await printedDocuments(page, "receipt")).toBe(1)
    },
    STORY_MS,
  )

  it("one new sale starts in both windows when the second continues", async () => {
    await other.getByRole("button", { name: "Venta nueva" }).click()
    await page.getByRole("button", { name: /Hamburguesa clásica/ }).waitFor()
    const ids = await Promise.all(
      [page, other].map((window) => window.evaluate(() => JSON.parse(localStorage["brasa.sale"]).orderId)),
    )
    await ringUp(page, ["maracuya"])
    await expect.poll(() => linesIn(other)).toBe(1)
    expect(new Set(ids).size).toBe(1)
  })
})
