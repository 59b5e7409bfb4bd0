/** A register on a low screen, as on small tablets: the button that a person needs is visible. */
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { ORDERS } from "../kit/order-bodies.ts"
import { MANAGER_PIN, pairScreen, signIn, takeOn } from "../kit/store-staff.ts"
import { askBox, beginShift, chooseOwner, typePin } from "./at-register.ts"

const LOW = { width: 1024, height: 600 }
const CASHIER_PIN = "1357"
const PATIENCE_MS = 15_000
const START_MS = 60_000

onSqlite((open) => {
  let box: TestBox
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    box = await openTestBox(await openTestHub(open))
    await box.call("POST", "/api/lan/v1/days")
    browser = await launchBrowser()
    const context = await browser.newContext({ viewport: LOW, locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    const pairingCode = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? ""
    await beginShift(page, { url: box.box.url, pairingCode })
  }, START_MS)

  afterAll(() => browser?.close())

  it("a dialog shows Add while choices are made, with what is typed above it", async () => {
    await page.getByRole("button", { name: /Medio pollo/ }).click()
    const dialog = page.getByRole("dialog")
    const add = dialog.getByRole("button", { name: /Agregar/ })
    await dialog.getByRole("radio", { name: /Con ensalada/ }).click()
    expect(await bottomOf(add)).toBeLessThan(LOW.height)
    const note = dialog.getByLabel("Nota")
    await note.pressSequentially("bien cocido")
    expect(await bottomOf(note)).toBeLessThan(await topOf(add))
    await add.click()
  })

  it("a dialog shows why a card was declined, and what somebody else has corrected", async () => {
    await page.keyboard.press("F9")
    await page.getByRole("tab", { name: "Tarjeta" }).click()
    await page.getByRole("button", { name: "Rechazada" }).click()
    const last = page.getByRole("button", { name: "No lo dice" })
    await expect.poll(() => bottomOf(last)).toBeLessThanOrEqual(await topOf(page.locator("footer")))
    await page.getByRole("button", { name: "Dejar la venta abierta" }).click()
    await page.getByRole("button", { name: "Venta nueva" }).click()
    await page.getByRole("button", { name: /Pedidos/ }).click()
    await page.getByRole("button", { name: /^Ver el pedido/ }).click()
    const desk = page.getByRole("dialog")
    await desk.getByRole("tab", { name: "Corregir" }).click()
    await desk.getByLabel("Nombre del comprador").fill("Ana")
    const { openOrders } = await askBox<{ openOrders: { id: string }[] }>(page, "today")
    const body = { expectedRevision: 1, idempotencyKey: "faster", client: { uid: "c-9", name: "Anita" } }
    expect(await box.call("PUT", `${ORDERS}/${openOrders[0]?.id}`, body)).toMatchObject({ status: 200 })
    await desk.getByRole("button", { name: "Guardar la corrección" }).click()
    const theirs = desk.getByRole("cell", { name: "Anita" })
    const save = desk.getByRole("button", { name: "Guardar lo mío de todos modos" })
    await save.waitFor()
    await expect.poll(() => bottomOf(theirs)).toBeLessThanOrEqual(await topOf(save))
    await page.keyboard.press("Escape")
  })

  it("a dialog shows all keys of a PIN, and the button below them", async () => {
    const office = await pairScreen(box.box, "manager", "office")
    await takeOn(office, { role: "manager", pin: MANAGER_PIN })
    await takeOn(office, { role: "cashier", pin: CASHIER_PIN }, await signIn(office, MANAGER_PIN))
    await page.reload()
    await chooseOwner(page, CASHIER_PIN)
    const enter = page.getByRole("button", { name: "Entrar" })
    await enter.waitFor()
    const bar = page.locator("footer")
    expect(await bottomOf(enter)).toBeLessThanOrEqual(await topOf(bar))
    await typePin(page, CASHIER_PIN)
    await page.getByRole("button", { name: "Cajón" }).click()
    await page.getByLabel("Monto").fill("5")
    await page.getByLabel("Quién autoriza").fill("Ana")
    await page.getByRole("button", { name: "Sacar y abrir el cajón" }).click()
    await chooseOwner(page, MANAGER_PIN)
    const allow = page.getByRole("dialog").getByRole("button", { name: "Entrar" })
    await expect.poll(() => bottomOf(allow)).toBeLessThanOrEqual(LOW.height)
  })
})

async function topOf(what: Locator): Promise<number> {
  return (await what.boundingBox())?.y ?? Number.NaN
}

async function bottomOf(what: Locator): Promise<number> {
  const { y, height } = (await what.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return y + height
}
