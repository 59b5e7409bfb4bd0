/** The people of a lunch: guests at kiosks, cashiers, cooks with their bump bars, and who hands over at the pass. */
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "vitest"
import { saveSale } from "../../../appliance/ui/pos/charge/save-sale.ts"
import { newSale, type Sale } from "../../../appliance/ui/pos/sale.ts"
import { placeKioskOrder } from "../../../protocol/http/kiosk.ts"
import { insist } from "../store-day/insist.ts"
import { STORE_ID } from "../store-day/stage.ts"
import type { Screen } from "./floor.ts"
import { centsOf, type PlannedOrder } from "./plan.ts"

/** A cook looks up so often; three of them share the machine with all the screens. */
const LOOK_EVERY_MS = 150
/** A tablet may be closed for as long, and everybody waits for it. */
const PATIENCE_MS = 60_000
/** The page gives a box that does not answer up after five seconds: until then it takes no second tap. */
const ANSWER_MS = 10_000
const SCALED_PER_CENT = 100
const TAXES = [{ code: "IVA", rate: "0.15" }]

/** The order at the box. */
export interface Taken {
  readonly id: string
  readonly orderCode: string
}

/** The number that the guest is called by. */
export async function clickSale({ page }: Screen, order: PlannedOrder): Promise<string> {
  for (const { name } of order.products) {
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
  }
  await page.keyboard.press("F9")
  return pay(page, order)
}

/** The order of a kiosk, found by its number. */
export async function clickCharge({ page }: Screen, order: PlannedOrder, orderCode: string): Promise<void> {
  await page.getByRole("button", { name: /^Pedidos/ }).click()
  await page.getByLabel("Buscar por número de pedido").fill(orderCode)
  const exact = page.getByRole("button", { name: "Exacto" })
  // As a person would where the box was too busy to answer at once.
  for (let tries = 1; !(await exact.isVisible()); tries += 1) {
    await page.getByRole("button", { name: "Cobrar", exact: true }).click()
    await exact.waitFor({ timeout: ANSWER_MS * tries }).catch(() => undefined)
  }
  await pay(page, order)
}

async function pay(page: Screen["page"], { method }: PlannedOrder): Promise<string> {
  if (method === "CARD") {
    await page.getByRole("tab", { name: "Tarjeta" }).click()
    await page.getByRole("button", { name: "Aprobada" }).click()
  } else {
    await page.getByRole("button", { name: "Exacto" }).click()
    await page.getByRole("button", { name: "Cobrar", exact: true }).click()
  }
  await page.getByText("Guardada en la tienda").waitFor()
  const orderCode = (await page.locator(".locator").textContent()) ?? ""
  await page.getByRole("button", { name: "Venta nueva" }).click()
  return orderCode
}

/** With the page's own request, from the page's own module. */
export async function sendSale(register: Screen, order: PlannedOrder): Promise<Taken> {
  const orderCode = `L-${String(order.n).padStart(3, "0")}`
  const lines = order.products.map(({ id, name, cents, station }, at) => ({
    lineId: String(at + 1),
    productId: id,
    name,
    unitPrice: cents * SCALED_PER_CENT,
    quantity: 1,
    taxes: TAXES,
    modifiers: [],
    notes: "",
    station,
  }))
  const at = new Date().toISOString()
  const sale: Sale = {
    ...newSale(randomUUID()),
    lines,
    sent: { orderCode, createdAt: at },
    tenders: [tender(order, at)],
  }
  return { id: await save(register, sale), orderCode }
}

export async function sendCharge(register: Screen, order: PlannedOrder, { id, orderCode }: Taken): Promise<void> {
  const at = new Date().toISOString()
  const total = centsOf(order) * SCALED_PER_CENT
  await save(register, {
    ...newSale(randomUUID()),
    order: { id, orderCode, total, lines: [] },
    tenders: [tender(order, at)],
  })
}

function tender(order: PlannedOrder, occurredAt: string): Sale["tenders"][number] {
  const amount = centsOf(order) * SCALED_PER_CENT
  const received = order.method === "CASH" ? amount : null
  const ids = { transactionId: randomUUID(), method: order.method }
  return { ...ids, status: "approved", amount, received, declineReason: null, occurredAt }
}

async function save({ client, deviceId }: Screen, sale: Sale): Promise<string> {
  const place = { storeId: STORE_ID, deviceId, currency: "USD", decimals: 2, operatorUid: deviceId }
  const outcome = await saveSale(client, sale, place)
  if (outcome.type !== "saved") throw new Error(`not saved: ${JSON.stringify(outcome)}`)
  return outcome.id
}

/** By touch, from the greeting to the number to pay with. */
export async function clickKiosk({ page }: Screen, { products }: PlannedOrder): Promise<string> {
  const tap = (name: string | RegExp) => page.getByRole("button", { name }).click()
  await tap("Comer aquí")
  for (const { name, category } of products) {
    await tap(category)
    await tap(new RegExp(name.replaceAll(/[()]/g, "\\$&")))
    await tap(/^Agregar/)
  }
  await tap(/^Ver pedido/)
  await tap("Continuar")
  await tap("Sin factura a mi nombre")
  await tap(/Pagar en el mostrador/)
  await page.getByText("Pague en el mostrador").first().waitFor()
  const orderCode = (await page.locator(".kiosk-locator").textContent()) ?? ""
  await tap("Listo")
  return orderCode
}

export async function sendKiosk({ client }: Screen, order: PlannedOrder): Promise<Taken> {
  const body = {
    orderId: randomUUID(),
    fulfillment: "DINE_IN" as const,
    lines: order.products.map(({ id }) => ({ productId: id, quantity: 1, choices: [] })),
    total: String(centsOf(order) * SCALED_PER_CENT),
  }
  const { id, orderCode } = await insist(() => client.call(placeKioskOrder, { body }))
  return { id, orderCode }
}

export interface Shift {
  /** Stops after the ticket that is in hand. */
  end(): Promise<void>
}

/** A cook who bumps the first ticket again and again with the first key of a bump bar. */
export function startCooking(station: Screen): Shift {
  let over = false
  const cooking = cook(station, () => over)
  // Told when the shift ends; a story that broke off before has its own error to tell.
  cooking.catch(() => undefined)
  return {
    end() {
      over = true
      return cooking
    },
  }
}

async function cook({ page }: Screen, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const first = page.locator("[data-ticket]").first()
    if (!(await first.isVisible())) {
      await pause(LOOK_EVERY_MS)
      continue
    }
    const id = await first.getAttribute("data-ticket")
    await page.keyboard.press("1")
    await page.locator(`[data-ticket="${id}"]`).waitFor({ state: "detached" })
  }
}

/** Hands over what is ready until so many orders are gone. */
export async function handOver({ page }: Screen, orders: number): Promise<void> {
  for (let gone = 0; gone < orders; gone += 1) {
    const ready = page
      .locator("article[data-order]")
      .filter({ has: page.getByRole("button", { name: "Entregar", exact: true }) })
    await ready.first().waitFor({ timeout: PATIENCE_MS })
    const card = page.locator(`[data-order="${await ready.first().getAttribute("data-order")}"]`)
    await card.getByRole("button", { name: "Entregar", exact: true }).click()
    await card.waitFor({ state: "detached" })
  }
  expect(await page.locator("article[data-order]").count()).toBe(0)
}
