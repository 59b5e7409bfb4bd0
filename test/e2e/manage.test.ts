/**
 * A manager's day, clicked through in a real Chromium: the first manager, a screen paired by its QR and put out again, a printer without
 * paper, the letters of a printer, a drill, and a close that not everybody may do.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Emulator, startEmulator } from "../../appliance/emulator/index.ts"
import { readState, saveState } from "../../installer/updater/state-file.ts"
import packageJson from "../../package.json" with { type: "json" }
import { readSignedIn } from "../../protocol/http/staff.ts"
import { manifestText } from "../../protocol/rules/updates/update-manifest.ts"
import { signManifest } from "../../runtime/release-keys.ts"
import { KEYS, manifestOf } from "../installer/updater-runs.ts"
import { lookAt } from "../kit/axe.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { knowPin } from "../kit/printed-secrets.ts"
import { runProgram } from "../kit/processes.ts"
import { tempDir, tempFile, whenOver } from "../kit/temp.ts"
import { tapTwice } from "./tap-twice.ts"

const PATIENCE_MS = 15_000
const START_MS = 60_000
const STORY_MS = 60_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DESK = { width: 1280, height: 900 }
/** The next try waits a second. */
const WAIT_AFTER_WRONG_MS = 1_000
const PINS = { manager: "482913", supervisor: "555010", cashier: "2222" }

onSqlite((open) => {
  let hub: TestHub
  let box: TestBox
  let counter: Emulator
  let kitchen: Emulator
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const complaints: string[] = []
  const keyFile = tempFile("release-keys.pem")
  const updaterState = join(tempDir(), "updater")
  /** What the screens break of WCAG. */
  const barriers: string[] = []

  beforeAll(async () => {
    hub = await openTestHub(open)
    counter = await startPrinter()
    kitchen = await startPrinter()
    writeFileSync(keyFile, KEYS.publicPem)
    box = await openTestBox(hub, {
      releaseKeys: keyFile,
      updaterState,
      printers: [specOf(counter, "mostrador"), specOf(kitchen, "cocina")],
    })
    browser = await launchBrowser()
    context = await browser.newContext({ viewport: DESK, locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    page.on("pageerror", (error) => complaints.push(error.message))
  }, START_MS)

  afterAll(() => browser?.close())

  /** With BRASA_SHOTS=DIR, what the page showed at the end of each part. */
  afterEach(async ({ task }) => {
    const dir = process.env.BRASA_SHOTS
    if (dir) await page?.screenshot({ path: `${dir}/manage-${task.name.replaceAll(/\W+/g, "-")}.png` })
  })

  const button = (name: string | RegExp) => page.getByRole("button", { name })
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
  const tab = (name: string) => page.getByRole("navigation").getByRole("button", { name }).click()
  const dialog = () => page.getByRole("dialog")
  const look = async (name: string) => void barriers.push(...(await lookAt(page, `manage ${name}`)))

  async function sell(total: string) {
    const response = await box.call("POST", ORDERS, orderBody({ total, createdAt: hub.clock.iso() }))
    const { id } = response.body.data
    await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ amount: total }))
  }

  async function takeOn(name: string, role: RegExp, pin: string) {
    knowPin(pin)
    await button("Agregar una persona").click()
    await dialog().getByLabel("Nombre").fill(name)
    await dialog().getByRole("combobox", { name: "Rol" }).click()
    await page.getByRole("option", { name: role }).click()
    await dialog().getByLabel("PIN", { exact: true }).fill(pin)
    await dialog().getByLabel("El PIN otra vez").fill(pin)
    await dialog().getByRole("button", { name: "Guardar" }).click()
    await page.getByRole("heading", { name }).waitFor()
  }

  /** Answers of this address come late, until what is returned is called: it waits for those that are on their way. */
  async function lateAnswers(path: string): Promise<() => Promise<void>> {
    const address = box.box.url + path
    await page.route(address, async (route) => {
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS))
      await route.fulfill({ response })
    })
    return () => page.unrouteAll({ behavior: "wait" })
  }

  async function signOut() {
    await button("Ajustes de esta pantalla").click()
    await button(/^Salir/).click()
  }

  async function signIn(name: string, pin: string) {
    const person = page.getByRole("button", { name, exact: true })
    await person
      .or(page.getByLabel("PIN", { exact: true }))
      .first()
      .waitFor()
    if (await person.isVisible()) await person.click()
    await page.getByLabel("PIN", { exact: true }).fill(pin)
    await page.keyboard.press("Enter")
  }

  describe("a manager's day", { timeout: STORY_MS }, () => {
    it("starts with a code in the address, and shows the state of the day", async () => {
      const code = box.box.pairingCode({ kind: "manager", deviceId: "gerencia" })
      await page.goto(`${box.box.url}/manage#pair=${code}`)
      await see("Todavía no se abrió ningún día")
      expect(page.url()).not.toContain("pair=")
      await box.call("POST", "/api/lan/v1/days")
      await sell("6.5")
      await sell("3.5")
      await box.call("POST", ORDERS, orderBody({ total: "4.00", createdAt: hub.clock.iso() }))
      const hours = page.getByRole("table", { name: "Por hora" })
      await hours.getByText("$10,00").waitFor()
      await page.getByRole("table", { name: "Por forma de pago" }).getByText("Efectivo").waitFor()
      await see("1 pedido por $4,00")
      await see(/^Mostrador · /)
      await see("La central tiene todo.")
      await look("today")
    })

    it("asks for the first manager, who is signed in at once", async () => {
      const late = await lateAnswers(readSignedIn.path)
      await button("Crear el primer gerente").click()
      await button("Crear el primer gerente").click()
      await dialog().getByLabel("Nombre").fill("Rosa Núñez")
      await dialog().getByLabel("PIN", { exact: true }).fill(PINS.manager)
      await dialog().getByLabel("El PIN otra vez").fill(PINS.manager)
      await dialog().getByRole("button", { name: "Guardar" }).click()
      await button("Ajustes de esta pantalla").filter({ hasText: "Rosa Núñez" }).waitFor()
      await late()
      await takeOn("Luis", /Supervisor/, PINS.supervisor)
      await takeOn("Ana", /Cajero/, PINS.cashier)
      await button("Leer de nuevo").click()
      await page.getByRole("row", { name: /Agregó una persona Ana · rol: Cajero Rosa Núñez/ }).waitFor()
      await look("staff")
    })

    it("pairs a register by its QR, and removes it", async () => {
      await tab("Pantallas")
      await button("Conectar una pantalla").click()
      await dialog().getByLabel("Nombre").fill("Caja 2")
      await button("Mostrar el código").click()
      await dialog()
        .getByText(/Vale \d+:\d\d más/)
        .waitFor()
      const address = await dialog().locator("a.pair-url").getAttribute("href")
      const shown = await dialog().locator(".short-code").textContent()
      expect(address).toContain(`#pair=${shown}`)
      const other = await browser.newContext({ locale: "es-EC" })
      const register = await other.newPage()
      await register.goto(address ?? "")
      await register.getByRole("navigation").waitFor()
      await dialog().getByText("Caja 2 está conectada").waitFor()
      await dialog().getByRole("button", { name: "Cerrar" }).last().click()
      const card = page.getByRole("region", { name: "Caja 2" })
      await card.getByText("Conectada", { exact: true }).waitFor()
      // Its beat says which version of the page it runs.
      await card.getByText(`${packageJson.version} · `).waitFor()
      await look("devices")
      await tapTwice(card.getByRole("button", { name: "Desconectar" }), card.getByRole("button", { name: /Seguro/ }))
      await register.getByText("Esta pantalla fue desconectada").waitFor()
      await card.waitFor({ state: "detached" })
      await other.close()
    })

    it("sends a print job to another printer when one is out of paper", async () => {
      await counter.set({ paperOut: true })
      await tab("Impresoras")
      const card = page.getByRole("region", { name: "mostrador" })
      await card.getByRole("button", { name: "Imprimir una prueba" }).click()
      await card.getByText("Sin papel", { exact: true }).waitFor()
      await look("printers")
      await tab("Impresiones")
      await button("A otra impresora").click()
      await page.getByRole("menuitem", { name: "cocina" }).click()
      await kitchen.waitForReceipts(1)
      await page
        .locator('[data-job="printed"]')
        .getByText(/iba a mostrador/)
        .waitFor()
      await button("Ver el papel").first().click()
      const paper = dialog().getByRole("img", { name: /Página de prueba/ })
      await expect.poll(() => paper.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
      await page.keyboard.press("Escape")
      counter.set({ paperOut: false })
    })

    it("finds a printer's code page by a ticket that a person reads", async () => {
      await tab("Impresoras")
      const card = page.getByRole("region", { name: "cocina" })
      await card.getByRole("button", { name: "Probar las letras" }).click()
      await button("Imprimir la prueba de letras").click()
      await kitchen.waitForReceipts(2)
      expect(kitchen.receipts.at(-1)?.text).toContain("ñ")
      await button("Línea 2").click()
      await dialog().waitFor({ state: "detached" })
      await card.getByText("cp858", { exact: true }).waitFor()
    })

    it("runs an outage test: the store sells, and the report shows how it went", async () => {
      hub.clock.advance(SECOND_MS)
      await tab("Simulacro")
      await page.getByLabel("Minutos").fill("1")
      await button("Cortar la conexión").click()
      await see(/^Vuelve a las/)
      await sell("2.00")
      await expect.poll(() => box.box.sync().link).toBe("down")
      hub.clock.advance(MINUTE_MS)
      const report = page.getByRole("region", { name: /Simulacro de/ })
      await report.waitFor()
      expect(await report.textContent()).toMatch(/Pedidos vendidos1.*Rosa Núñez|Rosa Núñez.*Pedidos vendidos1/s)
    })

    it("previews the close at each width, and lists what is still open", async () => {
      await tab("Cierre")
      await page.locator('[data-check="orders"]').getByText("1 pedido abierto por $4,00").waitFor()
      await look("close")
      const paper = page.getByAltText(/cierre del día/)
      const seen = new Set<string | null>()
      for (const columns of [32, 42, 48]) {
        await page.getByText(`${columns} columnas`, { exact: true }).click()
        await page.getByAltText(new RegExp(`${columns} columnas`)).waitFor()
        seen.add(await paper.getAttribute("src"))
      }
      expect([seen.size, seen.has(null)]).toEqual([3, false])
      const before = await paper.getAttribute("src")
      await sell("2.5")
      await expect.poll(() => paper.getAttribute("src"), { timeout: PATIENCE_MS }).not.toBe(before)
    })

    it("lets no cashier in, and no supervisor close the day", async () => {
      await signOut()
      await signIn("Ana", "9999")
      await see("Ese no es el PIN de esta persona")
      hub.clock.advance(WAIT_AFTER_WRONG_MS)
      await signIn("Ana", PINS.cashier)
      await see("Ana no puede ver la gerencia")
      await signIn("Luis", PINS.supervisor)
      await button("Cerrar el día").click()
      await button("Cerrar de todos modos").click()
      await see("Su rol no alcanza para esto")
      expect((await box.call("GET", "/api/lan/v1/today")).body.data.day.status).toBe("open")
    })

    it("is closed by the manager, sent to the hub, and printed", async () => {
      await signOut()
      await signIn("Rosa Núñez", PINS.manager)
      await button("Cerrar el día").click()
      await button("Cerrar de todos modos").click()
      await see("Cifras fijas")
      await see("La central lo sabe")
      const printed = counter.receipts.length
      await button("Imprimir el cierre").click()
      await counter.waitForReceipts(printed + 1)
      expect(counter.receipts.at(-1)?.text).toMatch(/14,50/)
      await tab("Personal")
      await page.getByRole("row", { name: /Cerró el día 2026-11-21 Rosa Núñez/ }).waitFor()
    })

    it("keeps a new version for the night, and installs it on the manager's request", async () => {
      await bringVersion({ data: box.data, keys: keyFile, version: "9.9.9" })
      await tab("Hoy")
      await see("La versión 9.9.9 está lista y se instala sola.")
      await see("Espera que la tienda cierre.")
      barriers.push(...(await lookAt(page, "manage new version")))
      await tapTwice(button("Instalar ya"), button("¿Seguro? Toque otra vez"))
      await page.getByText("Espera que la tienda cierre.").waitFor({ state: "detached" })
    })

    it("shows without scrolling why a new version was rolled back", async () => {
      const why = "9.9.9 ended 3 times within a minute. Its last words:\nTypeError: no such menu"
      const last = { request: "r", from: "9.9.8", to: "9.9.9", outcome: "went_back" as const, why, at: hub.clock.iso() }
      saveState(updaterState, { ...readState(updaterState), last })
      await tab("Personal")
      await tab("Hoy")
      await see("La versión 9.9.9 no pasó su prueba: sigue la anterior.")
      await see("TypeError: no such menu")
      const box = await page.getByText("no pasó su prueba").boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0)
      barriers.push(...(await lookAt(page, "manage version that did not stay")))
    })

    it("speaks English in the dark as well", async () => {
      await button("Ajustes de esta pantalla").click()
      await dialog().getByText("English").click()
      await dialog().getByText("Dark").click()
      await page.keyboard.press("Escape")
      await tab("Today")
      await see("The back office has everything.")
      expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark")
    })

    it("passes without an error in the page", () => expect(complaints).toEqual([]))

    it("meets WCAG 2 AA by day and by night", () => expect(barriers).toEqual([]))
  })
})

/** From a stick, as somebody at the machine does it. */
async function bringVersion({ data, keys, version }: { data: string; keys: string; version: string }): Promise<void> {
  const [archive, manifest] = [join(tempDir(), "release.tar.gz"), join(tempDir(), "release.manifest.json")]
  const bytes = Buffer.from("a release")
  writeFileSync(archive, bytes)
  const text = manifestText({ ...manifestOf(version, bytes), minVersion: "0.0.1" })
  writeFileSync(manifest, JSON.stringify(signManifest(text, KEYS.privatePem)))
  const where = ["--data", data, "--release-keys", keys, "--updater-state", join(data, "updater")]
  const { code, err } = await runProgram(["appliance", "update", "put", manifest, archive, ...where])
  if (code !== 0) throw new Error(err)
}

async function startPrinter(): Promise<Emulator> {
  const printer = await startEmulator({ tcp: 0, profile: "epson-80" })
  whenOver(() => printer.stop())
  return printer
}

function specOf({ port }: Emulator, name: string): string {
  return `tcp://127.0.0.1:${port}?profile=epson-80&name=${name}`
}
