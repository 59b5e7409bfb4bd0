/**
 * The box is killed while the register saves, and somebody reloads the page: it comes up without the box, says that the box is away, and goes on
 * by itself. In a real Chromium with the real program.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { launchBrowser } from "../kit/browser.ts"
import { askBox, ringUp } from "./at-register.ts"
import { type OpenStage, openStage } from "./store-day/stage.ts"

const PATIENCE_MS = 30_000
const STORY_MS = 120_000

let stage: OpenStage
let browser: Browser
let page: Page

const button = (name: string | RegExp) => page.getByRole("button", { name })
const away = () => page.getByText(/El equipo de la tienda no responde desde \d\d?:\d\d/).first()
const keepPicture = async (name: string) => {
  if (process.env.BRASA_SHOTS) await page.screenshot({ path: `${process.env.BRASA_SHOTS}/${name}.png` })
}

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage()
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: "es-EC" })
  context.setDefaultTimeout(PATIENCE_MS)
  page = await context.newPage()
  await page.goto(`${stage.boxUrl}/pos`)
  await page.getByLabel("Código de emparejamiento").fill(stage.pairingCode)
  await page.keyboard.press("Enter")
  await button("Abrir el día").click()
  await page.getByLabel("Su nombre").fill("María Núñez")
  await page.getByLabel("Su código").fill("c-7")
  await page.getByLabel("Fondo de caja").fill("100")
  await page.keyboard.press("Enter")
  await button(/Hamburguesa clásica/).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
}, STORY_MS)

afterAll(async () => {
  await browser?.close()
  await stage?.strike()
})

/** The paths of what the browser keeps for the page. */
function cachedPaths(): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}

describe("a register that is reloaded while its box is dead", () => {
  it(
    "starts, says since when the box is away, and saves the sale once when it is back",
    async () => {
      await ringUp(page, ["flan"])
      await page.keyboard.press("F9")
      await page.getByLabel("Recibido").fill("5")
      await stage.killBox(async () => {
        await page.keyboard.press("Enter")
        await away().waitFor()
        await page.reload()
        await away().waitFor()
        await keepPicture("reloaded")
      })
      await page.getByText("Guardada en la tienda").waitFor()
      const locator = await page.locator(".locator").textContent()
      const { recentOrders, openOrders } = await askBox<Record<"recentOrders" | "openOrders", { orderCode: string }[]>>(
        page,
        "today",
      )
      expect([...recentOrders, ...openOrders].map(({ orderCode }) => orderCode)).toEqual([locator])
    },
    STORY_MS,
  )

  it("keeps pages and their files in the browser, and no answer of the box", async () => {
    const paths = await cachedPaths()
    expect(paths).toEqual(expect.arrayContaining(["/pos", "/kiosk", "/kds", "/manage", "/setup"]))
    expect(paths.filter((path) => !/^\/(pos|kiosk|kds|manage|setup|assets\/[\w.-]+)$/.test(path))).toEqual([])
  })

  it(
    "loads each screen, also the kitchen's other addresses",
    async () => {
      await stage.killBox(async () => {
        for (const path of ["/kds/expo", "/manage", "/kiosk", "/setup"]) {
          await page.goto(`${stage.boxUrl}${path}`)
          expect(await page.locator("#root *").count(), path).toBeGreaterThan(0)
        }
      })
    },
    STORY_MS,
  )
})
