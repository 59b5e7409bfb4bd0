/**
 * A cashier's day, clicked through in a real Chromium against the real box, with a printer at the wire: pair, open, sell offline,
 * charge in cash and card, lose an answer, run out of paper, count, close, print.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { getOrder, updateOrder } from "../../protocol/http/orders.ts"
import { launchBrowser } from "../kit/browser.ts"
import { insist } from "./store-day/insist.ts"
import { type OpenStage, openStage } from "./store-day/stage.ts"

const PATIENCE_MS = 15_000
const DAY_TIMEOUT_MS = 120_000
const COUNTER = { width: 1024, height: 768 }

let stage: OpenStage
let browser: Browser
let context: BrowserContext
let page: Page
/** What the page complained about that no outage explains. */
const complaints: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage()
  context = await browser.newContext({ viewport: COUNTER, locale: "es-EC" })
  context.setDefaultTimeout(PATIENCE_MS)
  page = await context.newPage()
  page.on("pageerror", (error) => complaints.push(error.message))
  await page.goto(`${stage.boxUrl}/pos`)
}, DAY_TIMEOUT_MS)

/** With BRASA_SHOTS=DIR, what the page showed at the end of each part. */
afterEach(async ({ task }) => {
  const dir = process.env.BRASA_SHOTS
  if (dir) await page?.screenshot({ path: `${dir}/${task.name.replaceAll(/\W+/g, "-")}.png` })
})

afterAll(async () => {
  await browser?.close()
  await stage?.strike()
})

const button = (name: string | RegExp) => page.getByRole("button", { name })
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const light = (name: string) => page.locator(`[data-light="${name}"]`)

/** Rings products up by search, as a scanner does: type, Enter. */
async function ring(...names: string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
  }
}

async function payCash(received: string): Promise<void> {
  await page.keyboard.press("F9")
  await page.getByLabel("Recibido").fill(received)
  await page.keyboard.press("Enter")
  await see("Guardada en la tienda")
}

/** The order as the box has it, by the locator on the page. */
async function shownOrder() {
  const locator = await page.locator(".locator").textContent()
  await button("Venta nueva").click()
  return { locator, ...(await orderOf(locator ?? "")) }
}

async function orderOf(locator: string) {
  const key = await page.evaluate(() => JSON.parse(localStorage.getItem("brasa.device") ?? "{}").key as string)
  const today = await fetch(`${stage.boxUrl}/api/lan/v1/today`, { headers: { "x-api-key": key } })
  const { data } = (await today.json()) as { data: Record<"openOrders" | "recentOrders", OrderRow[]> }
  const row = [...data.openOrders, ...data.recentOrders].find(({ orderCode }) => orderCode === locator)
  return insist(() => stage.lan.call(getOrder, { params: { orderId: row?.id ?? "none" }, query: {} }))
}

interface OrderRow {
  readonly id: string
  readonly orderCode: string
}

describe("a cashier's day", () => {
  it("begins with the pairing code, which is asked once", async () => {
    await page.getByLabel("Código de emparejamiento").fill("XXXX-XXXX")
    await page.keyboard.press("Enter")
    await see(/código haya caducado/)
    await page.getByLabel("Código de emparejamiento").fill(stage.pairingCode.toLowerCase())
    await page.keyboard.press("Enter")
    await button("Abrir el día").waitFor()
    await page.reload()
    await button("Abrir el día").waitFor()
  })

  it("opens the day and the shift with its float", async () => {
    await button("Abrir el día").click()
    await page.getByLabel("Su nombre").fill("María Núñez")
    await page.getByLabel("Su código").fill("c-7")
    await page.getByLabel("Fondo de caja").fill("100")
    await page.keyboard.press("Enter")
    await button(/Hamburguesa clásica/).waitFor()
  })

  it("sells for cash by keyboard alone, and shows the change in large figures", async () => {
    await ring("hamb cla", "maracuya", "maracuya")
    await payCash("20")
    expect(await page.locator(".change b").textContent()).toBe("$8,50")
    await expect.poll(() => stage.printer.pulses.length).toBe(1)
    const order = await shownOrder()
    expect(order).toMatchObject({ locator: "A-001", status: "COMPLETED", channel: "POS" })
    expect(order.totals).toEqual([
      { code: "SUBTOTAL", amount: "100000" },
      { code: "TAX", amount: "15000" },
      { code: "TOTAL", amount: "115000" },
    ])
  })

  it("asks for what must be chosen, and splits a charge after a declined card", async () => {
    await button(/Medio pollo/).click()
    const dialog = page.getByRole("dialog")
    const add = dialog.getByRole("button", { name: /Agregar/ })
    expect(await add.isDisabled()).toBe(true)
    await dialog.getByRole("radio", { name: /Con ensalada/ }).click()
    await dialog.getByLabel("Nota").fill("bien cocido")
    await add.click()
    await button(/^Cobrar/).click()
    await page.getByRole("tab", { name: "Tarjeta" }).click()
    await button("Rechazada").click()
    await button("Fondos insuficientes").click()
    await see(/Rechazado · Fondos insuficientes/)
    await page.getByLabel("Monto en el datáfono").fill("6")
    await button("Aprobada").click()
    await page.getByRole("tab", { name: "Efectivo" }).click()
    await button("Exacto").click()
    await page.getByRole("button", { name: "Cobrar", exact: true }).click()
    await see("Guardada en la tienda")
    const order = await shownOrder()
    expect(order.payments?.map(({ status, method, amount }) => [status, method, amount])).toEqual([
      ["declined", "CARD", "104000"],
      ["approved", "CARD", "60000"],
      ["approved", "CASH", "44000"],
    ])
    expect(order.payments?.[0]).toMatchObject({ declineReasonCode: "insufficient_funds", operatorUid: "c-7" })
    expect(order.orderLines?.[0]).toMatchObject({ notes: "bien cocido", modifiers: [{ optionId: "m-side-salad" }] })
  })

  it("keeps an order open, finds it by its number, and charges it", async () => {
    await ring("hot dog")
    await button("Dejar abierta").click()
    await see(/Pedido abierto/)
    const { locator } = await shownOrder()
    await button(/Pedidos/).click()
    await page.getByLabel("Buscar por número de pedido").fill(locator ?? "")
    await page.getByRole("button", { name: "Cobrar", exact: true }).click()
    await see("Hot dog de la casa")
    await button("$5,00").click()
    await page.getByRole("button", { name: "Cobrar", exact: true }).click()
    await see("Guardada en la tienda")
    expect((await shownOrder()).status).toBe("COMPLETED")
  })

  it("corrects an open order at the desk, lays a faster correction beside it, and says what can be cancelled", async () => {
    await ring("agua")
    await button("Dejar abierta").click()
    const { locator, id } = await shownOrder()
    await button(/Pedidos/).click()
    await button(`Ver el pedido ${locator}`).click()
    const desk = page.getByRole("dialog")
    await desk.getByRole("tab", { name: "Corregir" }).click()
    await desk.getByLabel("Nombre del comprador").fill("Ana")
    const faster = { expectedRevision: 1, idempotencyKey: "faster", client: { uid: "c-9", name: "Anita" } }
    await insist(() => stage.lan.call(updateOrder, { params: { orderId: id ?? "" }, body: faster }))
    await desk.getByRole("button", { name: "Guardar la corrección" }).click()
    await desk.getByRole("cell", { name: "Anita" }).waitFor()
    await desk.getByRole("button", { name: "Guardar lo mío de todos modos" }).click()
    await desk.getByText("Pedido corregido.").waitFor()
    await desk.getByRole("tab", { name: "Anular" }).click()
    await desk.getByText("Se puede anular").waitFor()
    await desk.getByLabel("En palabras").fill("El cliente se fue")
    await desk.getByRole("button", { name: "Anular el pedido" }).click()
    await desk.getByRole("button", { name: /Seguro/ }).click()
    await desk.getByText("Pedido anulado.").waitFor()
    await page.keyboard.press("Escape")
    expect((await orderOf(locator ?? "")).status).toBe("CANCELLED")
    await button("Vender").click()
  })

  it("keeps a payment that nobody knows the outcome of until somebody has looked", async () => {
    await ring("agua")
    await page.keyboard.press("F9")
    await page.getByRole("tab", { name: "Tarjeta" }).click()
    await button("No sé si se pagó").click()
    await button(/Seguro/).click()
    await see(/Falta aclarar/)
    const { locator, status } = await shownOrder()
    expect(status).toBe("OPEN")
    await see(`No se sabe si se pagó el pedido ${locator}.`)
    await button("Revisar").click()
    await button("Sí se pagó").click()
    await page.locator(`[data-doubt="${locator}"]`).waitFor({ state: "detached" })
    expect((await orderOf(locator ?? "")).status).toBe("COMPLETED")
    await button("Vender").click()
  })

  it("shows one sale in two windows", async () => {
    const other = await context.newPage()
    await other.goto(`${stage.boxUrl}/pos`)
    await other.getByText("Venta nueva").waitFor()
    await ring("yuca")
    await other.getByRole("button", { name: "Cambiar Yuca frita" }).waitFor()
    await other.getByRole("button", { name: "Uno menos de Yuca frita" }).click()
    await page.getByText("Venta nueva").waitFor()
    await other.close()
  })

  it("sells with the cable pulled, and says what the hub has not got", async () => {
    stage.cable.pull()
    await ring("flan")
    await payCash("2.75")
    expect((await shownOrder()).status).toBe("COMPLETED")
    await light("hub")
      .filter({ hasText: /sin conexión, \d+ cambios? por enviar/ })
      .waitFor()
    await see("Sin conexión con la central.")
    stage.cable.mend()
    await light("hub").filter({ hasText: "tiene todo" }).waitFor()
  })

  it("keeps the sale while the box is dead, and never records it twice", async () => {
    await ring("flan")
    await page.keyboard.press("F9")
    await page.getByLabel("Recibido").fill("5")
    const restarted = stage.killBox()
    await page.getByRole("button", { name: "Cobrar", exact: true }).click()
    await restarted
    await see("Guardada en la tienda")
    const order = await shownOrder()
    expect(order.payments).toHaveLength(1)
    await light("box").filter({ hasText: "conectado" }).waitFor()
  })

  it("goes on selling without paper, names the cause, and prints when there is paper again", async () => {
    stage.printer.set({ paperOut: true })
    await ring("agua")
    await payCash("1")
    await button("Imprimir recibo").click()
    await see("Recibo enviado a la impresora.")
    await see("La impresora no tiene papel.")
    const printed = stage.printer.receipts.length
    const { locator } = await shownOrder()
    stage.printer.set({ paperOut: false })
    await stage.printer.waitForReceipts(printed + 1)
    expect(stage.printer.receipts.at(-1)?.text).toContain(locator)
    await see("Impresora: lista")
  })

  it("takes money to the safe, with who allowed it", async () => {
    await button("Cajón").click()
    await page.getByLabel("Monto").fill("50")
    await page.getByLabel("Quién autoriza").fill("Luis")
    const opened = stage.printer.pulses.length
    await button("Sacar y abrir el cajón").click()
    await see("Retiro de $50,00 guardado.")
    await expect.poll(() => stage.printer.pulses.length).toBeGreaterThan(opened)
  })

  it("counts blind, keeps the count when the reason is refused, and tells the difference afterwards", async () => {
    // 100 float + 11.50 + 4.40 + 4.50 + 2.75 + 2.75 + 1.00 − 50 = 76.90; a cent too much lies in the drawer.
    await button("Contar y cerrar").click()
    expect(await page.getByText(/76,9/).count()).toBe(0)
    await page.getByLabel("$20,00").fill("3")
    await page.getByLabel("$5,00").fill("3")
    await page.getByLabel("$1,00").fill("1")
    await page.getByLabel("Otro dinero").fill("0,91")
    expect(await page.locator("[data-counted]").textContent()).toBe("$76,91")
    await page.getByPlaceholder("Elija un motivo").click()
    await page.getByRole("option", { name: "Error de conteo" }).click()
    await button("Cerrar el turno").click()
    await see(/solo se acepta el motivo «Otro»/)
    expect(await page.locator("[data-counted]").textContent()).toBe("$76,91")
    await page.getByRole("combobox", { name: /Motivo/ }).click()
    await page.getByRole("option", { name: /^Otro/ }).click()
    await button("Cerrar el turno").click()
    await see("Turno cerrado")
    expect(await page.locator(".change b").textContent()).toBe("$0,01")
    await see("$76,90")
    await button("Listo").click()
  })

  it("closes the day after its checklist, and previews what the paper will look like at each width", async () => {
    await button(/^Día/).click()
    await see("Sin pedidos abiertos")
    await see("Todos los cajones contados")
    await button("Cerrar el día").click()
    await page.getByRole("dialog").getByRole("button", { name: "Cerrar el día" }).click()
    await button("Imprimir el cierre").waitFor()
    const paper = page.getByAltText(/cierre del día/)
    const wide = await paper.getAttribute("src")
    await page.getByText("32 columnas").click()
    await expect.poll(() => paper.getAttribute("src")).not.toBe(wide)
  })

  it("prints the close, and says that it is printed only when the printer has said so", async () => {
    const printed = stage.printer.receipts.length
    await button("Imprimir el cierre").click()
    await stage.printer.waitForReceipts(printed + 1)
    await page.locator('[data-job="printed"]').waitFor()
    const text = stage.printer.receipts.at(-1)?.text ?? ""
    expect(text).toMatch(/Transacciones\s+7\b/)
    expect(text).toMatch(/33,90/)
  })

  it("asks what became of a print that nobody can be sure of, and prints a numbered copy", async () => {
    const printed = stage.printer.receipts.length
    stage.printer.setAfter(5, { coverOpen: true })
    await button("Imprimir el cierre").click()
    await see("La impresora tiene la tapa abierta.")
    stage.printer.set({ coverOpen: false })
    const unsure = page.locator('[data-job="unknown"]').first()
    await unsure.getByText(/se abrió la tapa mientras imprimía/).waitFor()
    await see(/No se sabe si 1 impresión salió/)
    await unsure.getByRole("button", { name: "Imprimir otra vez" }).click()
    await stage.printer.waitForReceipts(printed + 2)
    await page
      .locator('[data-job="printed"]')
      .getByText(/copia \d/)
      .waitFor()
    await page.getByText(/No se sabe si/).waitFor({ state: "detached" })
  })

  it("speaks English and Portuguese as well, and remembers it", async () => {
    await button("Ajustes de esta caja").click()
    await page.getByText("English").click()
    await page.keyboard.press("Escape")
    await page.reload()
    await button("Open the day").waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en")
  })

  it("asks for a new code when its key is no longer taken, and says why", async () => {
    await page.evaluate(() => {
      const device = JSON.parse(localStorage.getItem("brasa.device") ?? "{}")
      localStorage.setItem("brasa.device", JSON.stringify({ ...device, key: "brasa_device_taken_back" }))
    })
    await page.reload()
    await see("This register was disconnected")
    await page.getByLabel("Pairing code").waitFor()
  })

  it("goes through the day without one error in the page", () => expect(complaints).toEqual([]))
})
