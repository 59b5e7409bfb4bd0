/** The first boot of a box, in a real browser: its code on page and paper, what works, and the certificate with the manager's first code. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Emulator, startEmulator } from "../../appliance/emulator/index.ts"
import { type RunningAppliance, startAppliance } from "../../appliance/main.ts"
import { readPrinterSpec } from "../../appliance/printing/index.ts"
import { standbyPage } from "../../appliance/standby/standby-page.ts"
import { silentLog } from "../../protocol/runtime/log.ts"
import { lookAt } from "../kit/axe.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const PATIENCE_MS = 15_000

onSqlite((database) => {
  let hub: TestHub
  let box: RunningAppliance
  let printer: Emulator
  let browser: Browser
  let page: Page
  let code = ""
  const showClaim = (shown: string) => {
    code = shown
  }

  beforeAll(async () => {
    hub = await openTestHub(database)
    printer = await startEmulator({ tcp: 0, profile: "epson-80" })
    whenOver(() => printer.stop())
    const spec = readPrinterSpec(`tcp://127.0.0.1:${printer.port}?profile=epson-80&name=mostrador`)
    if ("faults" in spec) throw new Error(spec.faults.join("; "))
    const address = { host: "127.0.0.1", port: 0, mqttPort: 0, publicUrl: null, hub: hub.hub.url, hubMqtt: null }
    const rest = { printer: [spec], rateLimit: 0, secretKey: null, backups: null, logLevel: "silent" as const }
    box = await startAppliance(
      { ...address, ...rest, data: tempDir() },
      { log: silentLog, clock: hub.clock, checkReplies: true, showClaim },
    )
    whenOver(() => box.stop())
    browser = await launchBrowser()
    page = await browser.newPage({ locale: "es-EC" })
    page.setDefaultTimeout(PATIENCE_MS)
  }, 60_000)

  afterAll(() => browser?.close())

  describe("a box that is switched on for the first time", () => {
    it("shows its code, is given its store, and certifies what works", async () => {
      await until(() => code !== "")
      await page.goto(box.url)
      await page.getByText(`${code.slice(0, 4)} ${code.slice(4)}`).waitFor()
      await page.getByText("Espera su tienda", { exact: false }).waitFor()
      const barriers = await lookAt(page, "setup claim")
      await until(() => JSON.stringify(printer.receipts).includes(code.slice(4)))
      await hub.hub.desk.claim(code, STORE)
      await page.getByText("El equipo puede vender", { exact: false }).waitFor()
      await page.getByText("Listas: mostrador", { exact: false }).waitFor()
      barriers.push(...(await lookAt(page, "setup ready")))
      await page.getByRole("button", { name: "Imprimir el certificado" }).click()
      await page.getByText("Va a la impresora").waitFor()
      await until(() => JSON.stringify(printer.receipts).includes("CERTIFICADO"))
      expect(barriers).toEqual([])
    }, 60_000)

    it("has as little in anybody's way where it stands by for another", async () => {
      const state = {
        is: "following",
        fetched: 0,
        size: 0,
        caughtUpAt: hub.clock.iso(),
        storeName: "Acme",
        first: box.url,
      }
      const html = { contentType: "text/html", body: standbyPage() }
      await page.route("**/standing-by", (route) => route.fulfill(html))
      await page.route("**/api/standby", (route) => route.fulfill({ json: state }))
      await page.goto(`${box.url}/standing-by`)
      await page.getByText("Al día").waitFor()
      expect(await lookAt(page, "standby")).toEqual([])
    })
  })
})
