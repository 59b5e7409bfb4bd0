/**
 * A lunch in the kitchen, clicked through in a real Chromium with the hub's cable pulled: a station, the pass and the board show the
 * same orders; what was bumped, taken back, void and handed over is told to the hub as it was, once the cable is in again.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { lookAt } from "../kit/axe.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { dish } from "../kit/kitchen.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"
import { NAMES, PINS, takeOnStaff } from "./store-day/take-on-staff.ts"

const PATIENCE_MS = 15_000
const OPEN_TIMEOUT_MS = 120_000
const LOOK_EVERY_MS = 50
/** Orders that no board of 720 rows shows all at once. */
const BUSY = 50
const TABLET = { width: 1280, height: 800 }

onSqlite((open) => {
  let hub: TestHub
  let box: TestBox
  let cable: Cable
  let browser: Browser
  let context: BrowserContext
  let grill: Page
  let expo: Page
  let board: Page
  let first: string
  const complaints: string[] = []
  /** What the screens break of WCAG. */
  const barriers: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser()
    hub = await openTestHub(open)
    cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
    cable.pull()
    context = await browser.newContext({ viewport: TABLET, locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    grill = await openScreen("kds_station", "grill", "/kds")
    expo = await openScreen("expo", "expo-1", "/kds/expo")
    board = await openScreen("board", "board-1", "/kds/board")
  }, OPEN_TIMEOUT_MS)

  afterAll(() => browser?.close())

  /** With BRASA_SHOTS=DIR, what the three screens showed at the end of each part. */
  afterEach(async ({ task }) => {
    const dir = process.env.BRASA_SHOTS
    if (!dir) return
    const name = task.name.replaceAll(/\W+/g, "-").slice(0, 50)
    await grill.screenshot({ path: `${dir}/kds-${name}.png` })
    await expo.screenshot({ path: `${dir}/expo-${name}.png` })
    await board.screenshot({ path: `${dir}/board-${name}.png` })
  })

  /** Pairs it as the QR of the manager's page does. */
  async function openScreen(
    kind: "kds_station" | "expo" | "board",
    deviceId: string,
    path: string,
    tablet = context,
  ): Promise<Page> {
    const page = await tablet.newPage()
    page.on("pageerror", (error) => complaints.push(error.message))
    await page.goto(`${box.box.url}${path}#pair=${box.box.pairingCode({ kind, deviceId })}`)
    return page
  }

  /** What it has written down of its waits, start by start. */
  async function waitsOf(page: Page): Promise<string[]> {
    const waits: string[] = []
    await page.exposeFunction("tellWait", (wait: string) => void waits.push(wait))
    await page.addInitScript(() => {
      const keep = Storage.prototype.setItem
      Storage.prototype.setItem = function (key, value) {
        if (key === "brasa.reload") (window as unknown as { tellWait: (wait: string) => void }).tellWait(value)
        keep.call(this, key, value)
      }
    })
    return waits
  }

  async function sell(orderCode: string, products: readonly object[], options: object = {}): Promise<string> {
    const body = orderBody({ channel: "WEB", paid: "CASH", orderCode, order: { products }, ...options })
    return (await box.call("POST", ORDERS, body)).body.data.id
  }

  const isSeen = (place: { x: number; y: number; width: number; height: number } | null) =>
    place !== null && place.y + place.height <= TABLET.height && place.x + place.width <= TABLET.width

  const atBox = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).body.data
  const ticket = (code: string, page = grill) => page.getByRole("article", { name: code, exact: true })
  const tap = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click()

  async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
    for (;;) {
      const seen = await look()
      if (holds(seen)) return seen
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }

  it("three screens are paired by QR, and empty", async () => {
    await grill.getByText("Nada pendiente").waitFor()
    await expo.getByText("Nada en despacho").waitFor()
    await board.getByText("Listo para retirar").waitFor()
    expect(grill.url()).not.toContain("pair=")
  })

  it("an order of the LAN is at the station, at the pass and on the board", async () => {
    const burger = {
      ...dish("Hamburguesa doble", "grill", 2),
      modifiers: [{ name: "sin cebolla", quantity: 1 }],
      notes: "bien cocida, por favor",
    }
    first = await sell("K-1", [burger, dish("Papas", "grill"), dish("Cola", "drinks")])
    await ticket("K-1").getByText("sin cebolla").waitFor()
    await ticket("K-1").getByText("Nuevo").waitFor()
    await expo.getByText("Falta: grill, drinks").waitFor()
    await board.getByRole("region", { name: "Preparando" }).getByText("K-1").waitFor()
    await grill.getByText("1 de 1 tickets").waitFor()
    for (const [name, screen] of Object.entries({ grill, expo, board })) barriers.push(...(await lookAt(screen, name)))
  })

  it("a dish is bumped by a tap, a ticket by its key, and undone", async () => {
    await sell("K-2", [dish("Hamburguesa doble", "grill")])
    await ticket("K-2").waitFor()
    await ticket("K-1").getByText("Papas").click()
    await ticket("K-1").getByText("✓ hecho").waitFor()
    await until(
      () => atBox(first),
      ({ kitchen }) => kitchen.stage === "order.preparing",
    )
    await grill.keyboard.press("a")
    await grill.getByRole("complementary", { name: "Total por plato" }).getByText("3").waitFor()
    await grill.keyboard.press("a")
    await grill.keyboard.press("2")
    await ticket("K-2").waitFor({ state: "detached" })
    await tap(grill, "Deshacer K-2")
    await ticket("K-2").waitFor()
  })

  it("an order is handed over once all its stations are ready, and is completed", async () => {
    await ticket("K-1").getByRole("button", { name: "Listo" }).click()
    await ticket("K-1", expo).getByText("Falta: drinks").waitFor()
    await ticket("K-1", expo).getByRole("button", { name: "drinks: listo" }).click()
    await board.getByRole("region", { name: "Listo para retirar" }).getByText("K-1").waitFor()
    await ticket("K-1", expo).getByRole("button", { name: "Entregar" }).click()
    await ticket("K-1", expo).waitFor({ state: "detached" })
    const done = await until(
      () => atBox(first),
      ({ status }) => status === "COMPLETED",
    )
    expect(done.kitchen.stage).toBe("order.dispatched")
    await board.getByText("K-1").waitFor({ state: "detached" })
  })

  it("a recalled ticket keeps its clock, and a cancelled one is struck through until it was seen", async () => {
    await grill.keyboard.press("1")
    await ticket("K-2").waitFor({ state: "detached" })
    await grill.keyboard.press("r")
    await tap(grill, /Traer K-2/)
    await ticket("K-2").getByText("Devuelto a cocina").waitFor()
    const body = { channel: "GLOVO", paid: undefined, orderId: "void-1" }
    await sell("K-3", [dish("Papas", "grill")], body)
    await ticket("K-3").waitFor()
    await box.call("POST", "/api/v1/adapters/partner/stores/orders/void-1/cancel", { reason: "No rider" })
    await ticket("K-3").getByText("Pedido anulado: no lo prepare").waitFor()
    barriers.push(...(await lookAt(grill, "grill with a void")))
    await ticket("K-3").getByRole("button", { name: "Visto" }).click()
    await ticket("K-3").waitFor({ state: "detached" })
  })

  it("a tablet that is reopened shows its tickets, and none as new", async () => {
    for (let n = 10; n < 24; n += 1) await sell(`K-${n}`, [dish("Papas", "grill", n), dish("Cola", "drinks")])
    await grill.getByText("15 de 15 tickets").waitFor()
    await grill.close()
    grill = await context.newPage()
    grill.on("pageerror", (error) => complaints.push(error.message))
    await grill.goto(`${box.box.url}/kds`)
    await grill.getByText("15 de 15 tickets").waitFor()
    expect(await grill.getByText("Nuevo").count()).toBe(0)
    await grill.getByRole("button", { name: /[1-9]\d* tickets más →/ }).click()
    await ticket("K-23").waitFor()
  })

  it("in a store with staff, an unfinished order needs a typed reason and a supervisor's PIN", async () => {
    await takeOnStaff(box.box.url, box.box.pairingCode({ kind: "manager", deviceId: "gerencia" }) ?? "")
    await sell("K-30", [dish("Papas", "grill")])
    await expo.reload()
    await ticket("K-30", expo).getByRole("button", { name: "Entregar igual…" }).click()
    const dialog = expo.getByRole("dialog")
    await dialog.getByLabel("Motivo").pressSequentially("sin papas")
    expect(await dialog.getByLabel("Motivo").inputValue()).toBe("sin papas")
    barriers.push(...(await lookAt(expo, "release")))
    await dialog.getByRole("button", { name: NAMES.supervisor }).click()
    await dialog.getByRole("textbox", { name: "PIN" }).fill(PINS.supervisor)
    await dialog.getByRole("button", { name: "Entrar" }).click()
    await ticket("K-30", expo).waitFor({ state: "detached" })
  })

  it("the board shows as many whole numbers as fit, and counts the others", async () => {
    await board.setViewportSize({ width: 1280, height: 720 })
    const made = board.getByRole("region", { name: "Preparando" })
    const seen = () =>
      made.locator("li").evaluateAll((items) => {
        const shown = items.filter((item) => getComputedStyle(item).visibility === "visible")
        const end = document.querySelector("main")?.getBoundingClientRect().bottom ?? 0
        const parts = shown.filter((item) => item.getBoundingClientRect().bottom > end)
        return { all: items.length, shown: shown.length, parts: parts.length }
      })
    // What the pass has let go leaves the board a moment later.
    await made.getByText("K-30", { exact: true }).waitFor({ state: "detached" })
    const before = (await seen()).all
    for (let n = 31; n < 31 + BUSY; n += 1) await sell(`K-${n}`, [dish("Papas", "grill")])
    await expect.poll(async () => (await seen()).all).toBe(before + BUSY)
    const { all, shown, parts } = await seen()
    expect([shown > before, shown < all, parts]).toEqual([true, true, 0])
    await made.getByText(`y ${all - shown} más`).waitFor()
    barriers.push(...(await lookAt(board, "busy board")))
    await board.setViewportSize(TABLET)
  })

  it("a page that cannot read an answer says so, and recovers by itself", async () => {
    const page = await context.newPage()
    const faults: string[] = []
    page.on("pageerror", (error) => faults.push(error.message))
    await page.route("**/api/lan/v1/kitchen/board*", (route) => route.fulfill({ json: { success: true, data: {} } }))
    await page.goto(`${box.box.url}/kds/board#pair=${box.box.pairingCode({ kind: "board", deviceId: "board-2" })}`)
    await page.getByText("Esta pantalla se detuvo por un fallo").waitFor()
    barriers.push(...(await lookAt(page, "broken page")))
    expect(faults).not.toEqual([])
    await page.unroute("**/api/lan/v1/kitchen/board*")
    await page.getByRole("region", { name: "Preparando" }).waitFor()
    await page.close()
  })

  it("a page that fails at each start waits longer each time, says until when, and has a button to retry", async () => {
    const page = await context.newPage()
    const waits = await waitsOf(page)
    await page.route("**/api/lan/v1/kitchen/board*", (route) => route.fulfill({ json: { success: true, data: {} } }))
    await page.goto(`${box.box.url}/kds/board#pair=${box.box.pairingCode({ kind: "board", deviceId: "board-3" })}`)
    const now = page.getByRole("button", { name: "Cargar ahora" })
    // Each start says how long it will wait, whoever had asked for it: the button or, on a slow machine, the clock.
    for (let start = 1; start <= 4; start += 1) {
      await expect.poll(() => waits.length).toBeGreaterThanOrEqual(start)
      await page
        .getByRole("timer")
        .filter({ hasText: /Se carga de nuevo sola en \d:\d\d/ })
        .waitFor()
      if (start < 4) await now.click()
    }
    expect(waits.slice(0, 4)).toEqual(["5000", "10000", "20000", "40000"])
    await page.unroute("**/api/lan/v1/kitchen/board*")
    await now.click()
    await page.getByRole("region", { name: "Preparando" }).waitFor()
    await page.close()
  })

  it("a ticket that is higher than the screen continues in the next columns, with every line visible", async () => {
    // A tablet of its own: one device is one screen.
    const tablet = await browser.newContext({ viewport: TABLET, locale: "es-EC" })
    tablet.setDefaultTimeout(PATIENCE_MS)
    const drinks = await openScreen("kds_station", "drinks", "/kds", tablet)
    await drinks.getByText(/^\d+ de \d+ tickets$/).waitFor()
    const stand = drinks.locator("[data-ticket]")
    while ((await stand.count()) > 0) {
      const id = await stand.first().getAttribute("data-ticket")
      await drinks.keyboard.press("1")
      await drinks.locator(`[data-ticket="${id}"]`).waitFor({ state: "detached" })
    }
    const dishes = Array.from({ length: 14 }, (_, n) => dish(`Jugo ${n + 1}`, "drinks"))
    await sell("L-1", dishes)
    await sell("L-2", [dish("Agua", "drinks")])
    await ticket("L-2", drinks).waitFor()
    const lines = drinks.locator(".kds-line")
    expect(await lines.count()).toBe(15)
    // A fault of the line, told above, would take room.
    await drinks.locator(".kds-fault").waitFor({ state: "detached" })
    for (const line of await lines.all()) expect(await line.boundingBox().then(isSeen)).toBe(true)
    /** Within the wall, which goes down while a fault is told above it. */
    const places = () =>
      lines.evaluateAll((all) => {
        const top = document.querySelector(".kds-columns")?.getBoundingClientRect().y ?? 0
        return all.map((line) => line.getBoundingClientRect()).map(({ x, y }) => ({ x, y: y - top }))
      })
    const before = await places()
    const last = ticket("L-1 2/2", drinks)
    await last.getByRole("button", { name: /Jugo 14/ }).click()
    await last.getByText("✓").waitFor()
    // Nothing has moved under the next finger, though the ticket has a row more: its top says that it was started.
    const after = await places()
    expect(after.slice(7)).toEqual(before.slice(7))
    expect(after.map(({ x }) => x)).toEqual(before.map(({ x }) => x))
    barriers.push(...(await lookAt(drinks, "long ticket")))
    await last.getByRole("button", { name: "Listo" }).click()
    await ticket("L-1", drinks).waitFor({ state: "detached" })
    await tablet.close()
  })

  it("once the cable is plugged in again the hub has the same orders and stages", async () => {
    cable.mend()
    // Started anew, the box tries at once; left alone it tries again within two minutes.
    await box.restart()
    const told = await until(
      async () => (await hub.call("GET", `${ORDERS}/${first}`)).body.data,
      (order) => order?.status === "COMPLETED",
    )
    const own = await atBox(first)
    expect([told.status, told.kitchen]).toEqual([own.status, own.kitchen])
    expect(told.kitchen.journey.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      "order.preparing",
      "order.ready",
      "order.dispatched",
    ])
    expect(complaints).toEqual([])
    expect(barriers).toEqual([])
  })
})
