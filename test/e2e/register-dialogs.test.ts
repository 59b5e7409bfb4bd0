/** Mistakes at the register: a scanner during a dialog of choices, a tap on the bin of a payment, a PIN of too low a role. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { MANAGER_PIN, pairScreen, signIn, takeOn } from "../kit/store-staff.ts"
import { beginShift, ringUp, typePin } from "./at-register.ts"
import { tapTwice } from "./tap-twice.ts"

const SUPERVISOR_PIN = "975310"
const CASHIER_PIN = "1357"
const PATIENCE_MS = 15_000
const START_MS = 60_000

onSqlite((open) => {
  let box: TestBox
  let browser: Browser
  let page: Page
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open)
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    browser = await launchBrowser()
    const context = await browser.newContext({ locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    const pairingCode = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? ""
    await beginShift(page, { url: box.box.url, pairingCode })
  }, START_MS)

  afterAll(() => browser?.close())

  /** With a finger: what lies over a key is in its way. */
  async function tapPin(pin: string): Promise<void> {
    const dialog = page.getByRole("dialog", { name: "Hace falta autorización" })
    await dialog.getByLabel("PIN", { exact: true }).waitFor()
    for (const digit of pin) await dialog.getByRole("button", { name: digit, exact: true }).click()
    await dialog.getByRole("button", { name: "Entrar" }).click()
  }

  it("a scan keeps a dialog of choices as it is, and the focus is on the first option", async () => {
    await ringUp(page, ["medio pollo"])
    const dialog = page.getByRole("dialog")
    const first = dialog.getByRole("radio").first()
    await expect.poll(() => first.evaluate((option) => option === document.activeElement)).toBe(true)
    await ringUp(page, ["p-cola"])
    expect(await dialog.getByRole("button", { name: /Agregar/ }).isDisabled()).toBe(true)
    await page.keyboard.press("Space")
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Cambiar Medio pollo a la brasa" }).waitFor()
  })

  it("a card payment is put back by a second tap only, cash by one", async () => {
    await page.keyboard.press("F9")
    await page.getByRole("textbox", { name: "Recibido" }).fill("1")
    await page.keyboard.press("Enter")
    await page.getByRole("tab", { name: "Tarjeta" }).click()
    await page.getByLabel("Monto en el datáfono").fill("2")
    await page.getByRole("button", { name: "Aprobada" }).click()
    const row = (amount: string) => page.getByRole("listitem").filter({ has: page.getByText(amount, { exact: true }) })
    const bin = (amount: string) => row(amount).getByRole("button", { name: "Quitar este pago" })
    await bin("$1,00").click()
    await row("$1,00").waitFor({ state: "detached" })
    const asking = row("$2,00").filter({ hasText: "¿Seguro? Toque otra vez" })
    await bin("$2,00").click()
    await asking.waitFor()
    await asking.waitFor({ state: "detached" })
    await row("$2,00").waitFor()
    await tapTwice(bin("$2,00"), asking.getByRole("button"))
    await row("$2,00").waitFor({ state: "detached" })
  })

  it("a PIN is asked above the dialog that needs it, only from sufficient roles, and a wrong one is reported there", async () => {
    const office = await pairScreen(box.box, "manager", "office")
    await takeOn(office, { role: "manager", pin: MANAGER_PIN })
    const manager = await signIn(office, MANAGER_PIN)
    await takeOn(office, { role: "supervisor", pin: SUPERVISOR_PIN }, manager)
    await takeOn(office, { role: "cashier", pin: CASHIER_PIN }, manager)
    await page.reload()
    await typePin(page, CASHIER_PIN)
    await page.getByRole("button", { name: "Día", exact: true }).click()
    await page.getByRole("button", { name: "Cerrar el día" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cerrar de todos modos" }).click()
    await page.getByText("Un gerente escribe su PIN").waitFor()
    const dialog = page.getByRole("dialog", { name: "Hace falta autorización" })
    expect(await dialog.getByRole("button", { name: "The supervisor" }).count()).toBe(0)
    await tapPin(SUPERVISOR_PIN)
    await dialog.getByText("Ese no es el PIN de esta persona").waitFor()
    // The next try waits a second.
    hub.clock.advance(1_000)
    await tapPin(MANAGER_PIN)
    await page.getByRole("heading", { name: /, cerrado$/ }).waitFor()
  })
})
