/** The first boot of a box in a real browser: its code on page and paper, what works, and the certificate with the manager's first code. */
import { copyFileSync, existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Emulator, startEmulator } from "../../appliance/emulator/index.ts"
import { type RunningAppliance, startAppliance } from "../../appliance/main.ts"
import { readPrinterSpec } from "../../appliance/printing/index.ts"
import { createStandbyApp, type StandbyApp } from "../../appliance/standby/standby-app.ts"
import { STANDBY_PAGE, STANDBY_SCRIPT_PATH, standbyScript } from "../../appliance/standby/standby-page.ts"
import { systemClock } from "../../runtime/clock.ts"
import { createLimits } from "../../runtime/http/caller-limits.ts"
import { createIds } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import { lookAt } from "../kit/axe.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const PATIENCE_MS = 15_000
/** A whole network is looked through. */
const LOOK_MS = 30_000

onSqlite((database) => {
  let hub: TestHub
  let box: RunningAppliance
  let printer: Emulator
  let browser: Browser
  let page: Page
  let code = ""
  let data = ""
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
    data = tempDir()
    box = await startAppliance(
      { ...address, ...rest, data },
      { log: silentLog, clock: hub.clock, checkReplies: true, showClaim },
    )
    whenOver(() => box.stop())
    browser = await launchBrowser()
    page = await browser.newPage({ locale: "es-EC" })
    page.setDefaultTimeout(PATIENCE_MS)
  }, 60_000)

  afterAll(() => browser?.close())

  describe("a box that is switched on for the first time", () => {
    it("shows its code, gets its store, and certifies what works", async () => {
      await until(() => code !== "")
      await page.goto(box.url)
      await page.getByText(`${code.slice(0, 4)} ${code.slice(4)}`).waitFor()
      await page.getByText("Espera su tienda", { exact: false }).waitFor()
      const barriers = await lookAt(page, "setup claim")
      await until(() => JSON.stringify(printer.receipts).includes(code.slice(4)))
      await hub.hub.operator.claim(code, STORE)
      await page.getByText("El equipo puede vender", { exact: false }).waitFor()
      await page.getByText("Listas: mostrador", { exact: false }).waitFor()
      barriers.push(...(await lookAt(page, "setup ready")))
      await page.getByRole("button", { name: "Imprimir el certificado" }).click()
      await page.getByText("Va a la impresora").waitFor()
      await until(() => JSON.stringify(printer.receipts).includes("CERTIFICADO"))
      expect(barriers).toEqual([])
    }, 60_000)

    it("continues on the same screen with the code on paper: finds printers, tests them and their letters", async () => {
      const [managerCode] =
        /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(printer.receipts.find(({ text }) => text.includes("CERTIFICADO"))?.text ?? "") ??
        []
      await page.getByLabel("Código de emparejamiento").fill(managerCode ?? "none was printed")
      await page.getByRole("button", { name: "Conectar" }).click()
      await page.getByRole("button", { name: "Buscar" }).click()
      await page.getByText(/No se encontró ninguna|ya se usa|nueva/).waitFor({ timeout: LOOK_MS })
      await page.getByRole("button", { name: "Imprimir una prueba" }).click()
      await page.locator("[data-job=printed]").waitFor()
      const barriers = await lookAt(page, "setup printers")
      await page.getByRole("button", { name: "Probar las letras" }).click()
      await page.getByRole("button", { name: "Imprimir la prueba de letras" }).click()
      await page.getByRole("dialog").locator("[data-job=printed]").waitFor()
      await page.getByRole("button", { name: "Línea 2" }).click()
      await page.getByRole("dialog").waitFor({ state: "hidden" })
      await page.getByText("cp858", { exact: true }).waitFor()
      expect(barriers).toEqual([])
    }, 60_000)

    it("pairs a station by its QR, adds the first manager, and ends with the certificate", async () => {
      await page.getByRole("button", { name: "Siguiente: Pantallas" }).click()
      await page.getByRole("button", { name: "Conectar una pantalla" }).click()
      await page.getByRole("dialog").getByLabel("Nombre").fill("Caja 1")
      await page.getByRole("button", { name: "Mostrar el código" }).click()
      const address = await page.getByRole("dialog").locator(".pair-url").getAttribute("href")
      const barriers = await lookAt(page, "setup screens")
      const register = await browser.newPage({ locale: "es-EC" })
      await register.goto(address ?? "")
      await page.getByText("Caja 1 está conectada").waitFor()
      await register.close()
      await page.getByRole("button", { name: "Cerrar" }).last().click()
      await page.getByRole("button", { name: "Siguiente: Personal" }).click()
      await page.getByRole("button", { name: /gerente/ }).click()
      await page.getByLabel("Nombre").fill("Rosa")
      await page.getByLabel("PIN", { exact: true }).fill("482913")
      await page.getByLabel(/otra vez/).fill("482913")
      await page.getByRole("button", { name: "Guardar" }).click()
      await page.getByRole("heading", { name: "Rosa" }).waitFor()
      await page
        .getByRole("button", { name: /Certificado/ })
        .first()
        .click()
      await page.getByText("Unidas: ", { exact: false }).waitFor()
      barriers.push(...(await lookAt(page, "setup certificate")))
      const before = printer.receipts.length
      await page.getByRole("button", { name: "Imprimir el certificado" }).click()
      await until(() => printer.receipts.length > before)
      expect(barriers).toEqual([])
    }, 60_000)

    it("explains how to open its page if it is opened under another name", async () => {
      await page.goto(`${underOtherName(box.url)}/setup`)
      await page.getByText("Este equipo no se llama otro.localhost").waitFor()
      expect(await lookAt(page, "setup other name")).toEqual([])
    })

    it("meets the same rules of accessibility as a standby", async () => {
      const state = {
        is: "following",
        fetched: 0,
        size: 0,
        caughtUpAt: hub.clock.iso(),
        storeName: "Acme",
        first: box.url,
      }
      const html = { contentType: "text/html", body: STANDBY_PAGE }
      const script = { contentType: "text/javascript", body: standbyScript() }
      await page.route("**/standing-by", (route) => route.fulfill(html))
      await page.route(`**${STANDBY_SCRIPT_PATH}`, (route) => route.fulfill(script))
      await page.route("**/api/standby", (route) => route.fulfill({ json: state }))
      await page.goto(`${box.url}/standing-by`)
      await page.getByText("Al día").waitFor()
      expect(await lookAt(page, "standby")).toEqual([])
      // Left first: the page asks on, and what the box itself would answer sends it elsewhere.
      await page.goto("about:blank")
      await page.unrouteAll()
    })

    it("gives the store to a standby with a manager's PIN only", async () => {
      const asked: object[] = []
      const url = await standBy(data, (options) => void asked.push(options))
      await page.goto(url)
      await page.getByText("Al día").waitFor()
      const take = async (pin: string) => {
        await page.getByLabel("PIN de un gerente").fill(pin)
        await page.getByRole("button", { name: "Tomar la tienda ahora" }).click()
      }
      await page.goto(underOtherName(url))
      await take("482913")
      await page.getByText("Abra esta página por la dirección del equipo").waitFor()
      await page.goto(url)
      await take("1357")
      await page.getByText("Nadie en esta tienda tiene ese PIN.").waitFor()
      expect(asked).toEqual([])
      // The next try waits a second.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      await take("482913")
      await page.getByText("Este equipo tiene la tienda").waitFor()
      expect(asked).toEqual([{ by: "Rosa", isOff: false }])
    })
  })
})

/** Every name that ends so leads to this machine. */
function underOtherName(url: string): string {
  return url.replace("127.0.0.1", "otro.localhost")
}

/** The page of a follower with the box's own disk as its copy; what it is asked is handed on. */
async function standBy(data: string, onAsked: (asked: object) => void): Promise<string> {
  const path = join(tempDir(), "copy.db")
  for (const end of ["", "-wal"])
    if (existsSync(join(data, `box.db${end}`))) copyFileSync(join(data, `box.db${end}`), `${path}${end}`)
  const app = createStandbyApp({
    files: { path, exists: () => true } as unknown as StandbyApp["files"],
    secretKey: Buffer.from(readFileSync(join(data, "secret.key"), "utf8").trim(), "base64url"),
    storeName: "Acme Amazonas",
    first: "http://192.0.2.1:8090",
    consoleToken: "of-its-own-console",
    hostNames: [],
    clock: systemClock,
    labels: { ids: createIds({ clock: systemClock }), rateLimiter: createLimits(0, systemClock) },
    state: () => ({ is: "following", fetched: 1, size: 1, caughtUpAt: systemClock.iso() }),
    promote: async (asked) => {
      onAsked(asked)
      return "promoted"
    },
  })
  const server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  whenOver(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
