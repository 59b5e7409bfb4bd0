/**
 * The box dies while the register saves something, in a real Chromium with the real program: the page says since when the box is away, sends the same
 * again, and goes on by itself. Whatever was saved exists once.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { getOrder } from "../../protocol/http/orders.ts"
import { launchBrowser } from "../kit/browser.ts"
import { askBox, orderIdOf, ringUp } from "./at-register.ts"
import { insist } from "./store-day/insist.ts"
import { type OpenStage, openStage } from "./store-day/stage.ts"

const PATIENCE_MS = 30_000
const STORY_MS = 120_000
const AWAY = /El equipo de la tienda no responde desde \d\d?:\d\d/

let stage: OpenStage
let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage()
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: "es-EC" })
  context.setDefaultTimeout(PATIENCE_MS)
  page = await context.newPage()
  await page.goto(`${stage.boxUrl}/pos`)
  await page.getByLabel("Código de emparejamiento").fill(stage.pairingCode)
  await page.keyboard.press("Enter")
  await button("Abrir el día").waitFor()
}, STORY_MS)

afterAll(async () => {
  await browser?.close()
  await stage?.strike()
})

interface DrawerState {
  readonly shift: { readonly withdrawals: readonly { readonly amount: number }[] } | null
  readonly openShifts: readonly unknown[]
}

const button = (name: string | RegExp) => page.getByRole("button", { name })
const away = () => page.getByText(AWAY).first()
const keepPicture = async (name: string) => {
  if (process.env.BRASA_SHOTS) await page.screenshot({ path: `${process.env.BRASA_SHOTS}/${name}.png` })
}

/** Does this while the box is dead, and starts the box again once the page says that it is away. */
async function whileDead(name: string, act: () => Promise<void>): Promise<void> {
  await stage.killBox(async () => {
    await act()
    await away().waitFor()
    await keepPicture(name)
  })
}

/** The sale of one product, ready to be charged. */
async function beginCharge(): Promise<void> {
  await ringUp(page, ["flan"])
  await page.keyboard.press("F9")
  await page.getByLabel("Recibido").fill("5")
}

/** The locators of all orders that the box has, and the payments of the one that the page shows as saved. */
async function savedOrder() {
  await page.getByText("Guardada en la tienda").waitFor()
  const locator = (await page.locator(".locator").textContent()) ?? ""
  const { recentOrders, openOrders } = await askBox<Record<"recentOrders" | "openOrders", { orderCode: string }[]>>(
    page,
    "today",
  )
  const orderId = (await orderIdOf(page, locator)) ?? "none"
  const { status, payments } = await insist(() => stage.lan.call(getOrder, { params: { orderId }, query: {} }))
  await button("Venta nueva").click()
  return {
    copies: [...recentOrders, ...openOrders].filter(({ orderCode }) => orderCode === locator).length,
    status,
    payments: payments?.map(({ method, amount }) => `${method} ${amount}`),
  }
}

const SAVED_ONCE = { copies: 1, status: "COMPLETED", payments: ["CASH 27500"] }

describe("a register whose box dies while it saves", () => {
  it(
    "opens the day and the shift once the box is back",
    async () => {
      await whileDead("open-day", () => button("Abrir el día").click())
      await page.getByLabel("Su nombre").fill("María Núñez")
      await page.getByLabel("Su código").fill("c-7")
      await page.getByLabel("Fondo de caja").fill("100")
      await whileDead("open-shift", () => page.keyboard.press("Enter"))
      await button(/Hamburguesa clásica/).waitFor()
      expect((await askBox<DrawerState>(page, "today")).openShifts.length).toBe(1)
    },
    STORY_MS,
  )

  it(
    "saves a sale once that the box had not received",
    async () => {
      await beginCharge()
      await whileDead("sale", () => page.keyboard.press("Enter"))
      expect(await savedOrder()).toEqual(SAVED_ONCE)
    },
    STORY_MS,
  )

  it(
    "saves a sale once whose payment the box committed without answering",
    async () => {
      await beginCharge()
      let died: Promise<void> = Promise.resolve()
      await page.route(
        "**/confirm-payment*",
        async (route) => {
          await route.fetch()
          died = whileDead("payment", () => route.abort())
        },
        { times: 1 },
      )
      await page.keyboard.press("Enter")
      await away().waitFor()
      await died
      expect(await savedOrder()).toEqual(SAVED_ONCE)
    },
    STORY_MS,
  )

  it(
    "saves a sale once after the box stood still and was killed",
    async () => {
      await beginCharge()
      stage.freezeBox()
      await page.keyboard.press("Enter")
      await away().waitFor()
      await keepPicture("frozen")
      await stage.killBox()
      expect(await savedOrder()).toEqual(SAVED_ONCE)
    },
    STORY_MS,
  )

  it(
    "takes a withdrawal once",
    async () => {
      await button(/^Cajón/).click()
      await page.getByLabel("Monto").fill("20")
      await whileDead("withdrawal", () => button("Sacar y abrir el cajón").click())
      await page.getByText("Retiro de $20,00 guardado.").waitFor()
      expect((await askBox<DrawerState>(page, "today")).shift?.withdrawals.map(({ amount }) => amount)).toEqual([20])
    },
    STORY_MS,
  )

  it(
    "closes the shift and the day",
    async () => {
      await button("Contar y cerrar").click()
      await page.getByLabel("$20,00").fill("4")
      await page.getByPlaceholder("Elija un motivo").click()
      await page.getByRole("option", { name: /^Otro/ }).click()
      await whileDead("close-shift", () => button("Cerrar el turno").click())
      await page.getByText("Turno cerrado").waitFor()
      await button("Listo").click()
      await button(/^Día/).click()
      await button("Cerrar el día").click()
      await whileDead("close-day", () =>
        page
          .getByRole("dialog")
          .getByRole("button", { name: /^Cerrar/ })
          .last()
          .click(),
      )
      await page.getByText("El día está cerrado").first().waitFor()
      await expect.poll(() => away().count()).toBe(0)
    },
    STORY_MS,
  )
})
