/**
 * Guests at a kiosk, in a real Chromium against hub and box as processes of their own: an order with choices paid on a telephone, one for the
 * counter while the box dies and comes back, a product that sells out in the basket, a printer without paper, a guest who walks away.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { createPairingCode } from "../../appliance/devices/index.ts"
import { createBoxStore } from "../../appliance/storage/index.ts"
import demoTenant from "../../hub/tenants/demo-tenant.json" with { type: "json" }
import { type Client, createClient } from "../../protocol/client/index.ts"
import { pairDevice } from "../../protocol/http/enrolment.ts"
import { setAvailability } from "../../protocol/http/menu.ts"
import { confirmPayment, getOrder } from "../../protocol/http/orders.ts"
import { openDay, readToday } from "../../protocol/http/register.ts"
import { systemClock } from "../../runtime/clock.ts"
import { createIds } from "../../runtime/ids.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { lookAt } from "../kit/axe.ts"
import { launchBrowser } from "../kit/browser.ts"
import { openSandbox } from "../kit/sandbox.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { type OpenStage, openStage, STORE_ID } from "./store-day/stage.ts"

const PATIENCE_MS = 20_000
/** A line that was away is tried again after as long as it was, about. */
const LINKED_MS = 60_000
/** Of a guest who does nothing: until the kiosk asks, and until it gives them up. */
const [ASKS_AFTER_S, GIVES_UP_AFTER_S] = [2, 2]
/** It looks so often whether somebody is there. */
const LOOK_MS = 250
const STORY_TIMEOUT_MS = 120_000
const TOTEM = { width: 1080, height: 1920 }
const TELEPHONE = { width: 360, height: 740 }

let stage: OpenStage
let register: Client
let browser: Browser
let context: BrowserContext
let page: Page
const complaints: string[] = []
/** What the screens break of WCAG. */
const barriers: string[] = []

beforeAll(async () => {
  const sandbox = await openSandbox()
  stage = await openStage(tenantPaidAt(sandbox.url))
  sandbox.notify(`${stage.hubUrl}/api/v1/webhooks/payments/sandbox?account=${demoTenant.accounts[0]?.id}`)
  const { key } = await insist(() =>
    createClient({ baseUrl: stage.boxUrl, key: null }).call(pairDevice, { body: { code: stage.pairingCode } }),
  )
  register = createClient({ baseUrl: stage.boxUrl, key })
  browser = await launchBrowser()
  context = await browser.newContext({ viewport: TOTEM, locale: "es-EC" })
  context.setDefaultTimeout(PATIENCE_MS)
  page = await context.newPage()
  page.on("pageerror", (error) => complaints.push(error.message))
}, STORY_TIMEOUT_MS)

afterEach(({ task }) => shoot(task.name))

afterAll(async () => {
  await browser?.close()
  await stage?.strike()
})

/** With BRASA_SHOTS=DIR, what stood there. */
async function shoot(name: string): Promise<void> {
  const dir = process.env.BRASA_SHOTS
  if (dir) await page?.screenshot({ path: `${dir}/kiosk-${name.replaceAll(/\W+/g, "-")}.png` })
}

function tenantPaidAt(url: string): object {
  const [first, ...others] = demoTenant.accounts
  return {
    ...demoTenant,
    accounts: [{ ...first, paymentProviders: first?.paymentProviders?.map((one) => ({ ...one, url })) }, ...others],
  }
}

/** As the manager's page would make it; here straight on the box's disk, between two lives of the box. */
function kioskCode(database: string): string {
  const db = openSqlite(database)
  const ids = createIds({ clock: systemClock })
  const code = createBoxStore(db, systemClock).write((tx) =>
    createPairingCode(tx, { kind: "kiosk", deviceId: "kiosk-1" }, ids),
  )
  db.close()
  return code
}

const button = (name: string | RegExp) => page.getByRole("button", { name })
const tap = (name: string | RegExp) => button(name).click()
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
const look = async (name: string) => void barriers.push(...(await lookAt(page, `kiosk ${name}`)))
const number = async () => (await page.locator(".kiosk-locator").textContent()) ?? ""

async function openOrders() {
  return (await insist(() => register.call(readToday, {}))).openOrders
}

async function orderOf(code: string) {
  const today = await insist(() => register.call(readToday, {}))
  const rows = [...today.openOrders, ...today.recentOrders].filter(({ orderCode }) => orderCode === code)
  const id = rows[0]?.id ?? "none"
  return insist(() => stage.lan.call(getOrder, { params: { orderId: id }, query: {} }))
}

/** From the greeting to the question how to pay. */
async function choose(product: RegExp, options: readonly string[] = []) {
  await tap("Para llevar")
  await tap(product)
  for (const option of options) await page.getByRole("radio", { name: option }).click()
  await tap(/^Agregar/)
  await tap(/^Ver pedido/)
}

describe("a kiosk", () => {
  it(
    "is paired by the code in its address, and waits for the day",
    async () => {
      await page.goto(`${stage.boxUrl}/kiosk#pair=${stage.managerCode}`)
      await see("Este código es de otro tipo de pantalla")
      await look("a code of the wrong kind")
      await page.goto("about:blank")
      let code = ""
      await stage.killBox((database) => {
        code = kioskCode(database)
      })
      await page.goto(`${stage.boxUrl}/kiosk#pair=${code}`)
      await see("Todavía no vendemos")
      expect(page.url()).not.toContain(code)
      await insist(() => register.call(openDay, { body: {} }))
      await button("Comer aquí").waitFor()
      await look("greeting")
    },
    STORY_TIMEOUT_MS,
  )

  it(
    "takes an order with choices, paid on the guest's telephone by the code on the screen",
    async () => {
      await tap("Comer aquí")
      await look("menu")
      await tap("Combos")
      await tap(/Combo clásico/)
      expect(await button(/^Agregar/).isDisabled()).toBe(true)
      await page.getByRole("radio", { name: /Limonada/ }).click()
      await page.getByRole("radio").nth(3).click()
      await look("choices")
      await tap(/^Agregar/)
      await tap("Principales")
      await tap(/Hamburguesa clásica/)
      await page.getByLabel(/Algo que debamos saber/).click()
      for (const key of ["S", "I", "N", "espacio", "S", "A", "L"]) {
        await page.getByRole("button", { name: key, exact: true }).click()
      }
      await shoot("keys")
      await tap(/^Agregar/)
      await tap(/^Ver pedido \(2\)/)
      await see("Sin Sal")
      await tap("Continuar")
      await tap("Sin factura a mi nombre")
      await look("pay")
      await tap(/Pagar aquí con el teléfono/)
      const code = page.getByAltText(/^Escanee para pagar/)
      await code.waitFor()
      await look("code")
      const telephone = await (await browser.newContext({ viewport: TELEPHONE, locale: "es-EC" })).newPage()
      const first = (await code.getAttribute("data-link")) ?? ""
      await telephone.goto(first)
      await telephone.getByRole("button", { name: "Rechazar el pago" }).click()
      await see("El pago fue rechazado. No se le cobró nada.")
      await look("declined")
      await tap("Intentar de nuevo")
      await code.waitFor()
      const second = (await code.getAttribute("data-link")) ?? ""
      expect(second).not.toBe(first)
      await telephone.goto(second)
      await telephone.getByRole("button", { name: "Dejar vencer el link" }).click()
      await see("El código venció sin pago.")
      await tap("Intentar de nuevo")
      await code.waitFor()
      // While the line is cut nobody knows whether the guest has paid: no second code, and none to scan.
      stage.cable.pull()
      await see(/no vemos si su pago llegó/)
      await look("cut while a code was shown")
      expect(await button("Intentar de nuevo").count()).toBe(0)
      stage.cable.mend()
      await code.waitFor({ timeout: LINKED_MS })
      await telephone.goto((await code.getAttribute("data-link")) ?? "")
      await telephone.getByRole("button", { name: "Pagar", exact: true }).click()
      await see("Pagado. ¡Gracias!")
      await see("Tome su papel.")
      expect(await orderOf(await number())).toMatchObject({
        channel: "KIOSK",
        status: "COMPLETED",
        stationId: "kiosk-1",
        payments: [{ method: "LINK", status: "approved" }],
        orderLines: [{ modifiers: [{}, {}] }, { notes: "Sin Sal" }],
      })
    },
    STORY_TIMEOUT_MS,
  )

  it(
    "keeps the order while the box is dead, creates it once, and the counter charges it by its number",
    async () => {
      await tap("Listo")
      await choose(/Hamburguesa doble/)
      await tap("Continuar")
      await page.getByLabel("Número de documento").fill("1710034066")
      await see("Cédula: este número no es válido. Revíselo, por favor.")
      expect(await button("Continuar").isDisabled()).toBe(true)
      await page.getByLabel("Número de documento").fill("1710034065")
      await page.getByLabel("Nombre (para llamarle)").fill("Ana Núñez")
      await look("buyer")
      await tap("Continuar")
      const before = (await openOrders()).length
      let sent: Promise<void> = Promise.resolve()
      await stage.killBox(async () => {
        sent = tap(/Pagar en el mostrador/)
        await see(/no responde desde \d\d?:\d\d/)
        await look("away")
      })
      await sent
      await see("Pague en el mostrador")
      const code = await number()
      const orders = await openOrders()
      expect(orders.length).toBe(before + 1)
      const order = await orderOf(code)
      expect(order).toMatchObject({ status: "OPEN", payments: [], customer: { govIdNumber: "1710034065" } })
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(
        /Ana|1710034065/,
      )
      const cash = { transaction_id: "till-1", status: "approved" as const, amount: "8.90", currency_code: "USD" }
      const body = { payments: [{ ...cash, method: "CASH", occurred_at: new Date().toISOString() }] }
      await insist(() => register.call(confirmPayment, { params: { orderId: order.id ?? "none" }, body }))
      expect((await orderOf(code)).status).toBe("COMPLETED")
    },
    STORY_TIMEOUT_MS,
  )

  it(
    "shows at once that a product in the basket has run out, and continues without it",
    async () => {
      const stock = (available: boolean) =>
        insist(() =>
          stage.lan.call(setAvailability, {
            params: { storeId: STORE_ID, productId: "p-hotdog" },
            body: { available },
          }),
        )
      await tap("Listo")
      await choose(/Hot dog/)
      await stock(false)
      await see("Algo se acaba de agotar")
      expect(await button("Continuar").isDisabled()).toBe(true)
      await look("gone")
      await tap("Quitar lo agotado")
      await see("Su pedido está vacío")
      await tap("Seguir eligiendo")
      expect(await button(/Hot dog/).isDisabled()).toBe(true)
      await stock(true)
      await expect.poll(() => button(/Hot dog/).isDisabled(), { timeout: PATIENCE_MS }).toBe(false)
    },
    STORY_TIMEOUT_MS,
  )

  it(
    "without paper shows the number, in the chosen letter size, low enough for everybody",
    async () => {
      stage.printer.set({ paperOut: true })
      const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
      const normal = await size()
      await tap(/Letra grande/)
      await tap(/Más abajo/)
      expect(await size()).toBeGreaterThan(normal)
      await tap(/Alitas/)
      const add = await button(/^Agregar/).boundingBox()
      expect(add?.y).toBeGreaterThan(TOTEM.height / 2)
      await shoot("large-and-low")
      await tap(/^Agregar/)
      await tap(/^Ver pedido/)
      await tap("Continuar")
      await tap("Sin factura a mi nombre")
      await tap(/Pagar en el mostrador/)
      await see("No hay papel: recuerde este número.")
      const code = await number()
      expect((await orderOf(code)).status).toBe("OPEN")
      stage.printer.set({ paperOut: false })
      await see("Tome su papel.")
      await tap("Listo")
      expect(await size()).toBe(normal)
    },
    STORY_TIMEOUT_MS,
  )

  it(
    "fits a small telephone: nothing overflows, no word is cut off",
    async () => {
      await page.setViewportSize({ width: 320, height: 568 })
      const over = () =>
        page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll(".kiosk-bar button span, .aid")]
            .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        )
      await page.getByText("Português").click()
      await tap("Comer aqui")
      await tap(/Hot dog/)
      expect(await over()).toEqual([])
      await tap(/^Adicionar/)
      await tap(/^Ver pedido/)
      expect(await over()).toEqual([])
      await page.setViewportSize(TOTEM)
      await tap(/Recomeçar/)
      await button("Comer aquí").waitFor()
    },
    STORY_TIMEOUT_MS,
  )

  it(
    "forgets a guest who has gone, and greets the next one in the store's language",
    async () => {
      // By a clock that goes on when it is told to: on the machine's own, two seconds may be over before the next touch.
      const { clock } = page
      const forget = () => clock.runFor((ASKS_AFTER_S + GIVES_UP_AFTER_S) * 1_000 + LOOK_MS)
      await clock.install()
      await page.goto(`${stage.boxUrl}/kiosk?idle=${ASKS_AFTER_S}&warning=${GIVES_UP_AFTER_S}`)
      await button("Comer aquí").waitFor()
      await clock.pauseAt(Date.now() + STORY_TIMEOUT_MS)
      await page.getByText("English").click()
      await tap("Take away")
      await tap(/Hot dog/)
      await page.getByLabel(/Anything we should know/).fill("Ana waits here")
      await tap(/^Add/)
      await clock.runFor(ASKS_AFTER_S * 1_000 + LOOK_MS)
      await see("Are you still there?")
      await shoot("idle")
      await tap("I am here")
      await clock.runFor(LOOK_MS)
      await tap(/^See order/)
      await see("Ana waits here")
      await forget()
      await button("Comer aquí").waitFor()
      const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
      await expect.poll(kept).not.toContain("Ana")
      await tap("Comer aquí")
      await button(/Ver pedido \(0\)/).waitFor()
    },
    STORY_TIMEOUT_MS,
  )

  it("the hub has all of it, and no page threw an error", async () => {
    await eventually(async () => {
      const { hub } = await insist(() => register.call(readToday, {}))
      return hub.unsent === 0 ? null : hub
    })
    expect(complaints).toEqual([])
    expect(barriers).toEqual([])
  })
})
