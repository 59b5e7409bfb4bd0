/**
 * A lunch in a store, in a real Chromium against hub and box as processes of their own: two cashiers, two kiosks, three kitchen stations,
 * the pass and the board. The uplink is cut in the middle, a tablet is closed and opened again, a printer is out of paper.
 * One order of five is clicked through, and so is every bump and every hand-over; the other orders are the pages' own requests.
 */
import { isDeepStrictEqual } from "node:util"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Emulator, startEmulator } from "../../appliance/emulator/index.ts"
import { getOrder } from "../../protocol/http/orders.ts"
import { listPrintJobs } from "../../protocol/http/print-jobs.ts"
import { readToday } from "../../protocol/http/register.ts"
import type { KitchenState } from "../../protocol/shapes/kitchen.ts"
import type { Ticket } from "../../protocol/shapes/ticket.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { launchBrowser } from "../kit/browser.ts"
import { enterFloor, type Floor, type Screen } from "./lunch/floor.ts"
import { handOver, type Shift, startCooking } from "./lunch/people.ts"
import { KIOSKS, lunchTenant, ORDERS, planLunch, REGISTERS, type RegisterId, STATIONS, takings } from "./lunch/plan.ts"
import { serve } from "./lunch/serve.ts"
import { closeDay, countTill, openTill, printed } from "./lunch/till.ts"
import { printWaits, type Sighting, sightingsOf } from "./lunch/watch.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { type OpenStage, openStage } from "./store-day/stage.ts"

const START_MS = 180_000
const LUNCH_MS = 300_000
const FLOAT_CENTS = 10_000
const CLOSED = "bebidas"

/** What goes wrong, and after which part of the orders. */
const TROUBLE: readonly { readonly after: number; readonly does: () => unknown }[] = [
  { after: 0.2, does: () => kitchenPrinter.set({ paperOut: true }) },
  { after: 0.35, does: () => stage.cable.pull() },
  { after: 0.45, does: closeTablet },
  { after: 0.6, does: () => shoot("rush", "pos-1", "parrilla", "expo", "board") },
  { after: 0.65, does: openTablet },
  { after: 0.75, does: () => stage.cable.mend() },
  { after: 0.85, does: () => kitchenPrinter.set({ paperOut: false }) },
]

const plan = planLunch()
let stage: OpenStage
let browser: Browser
let kitchenPrinter: Emulator
let floor: Floor
const screens: Record<string, Screen> = {}
const shifts: Record<string, Shift> = {}
/** What each kitchen screen showed; a tablet that was closed has two lives. */
const lives: Record<string, Sighting[][]> = {}
/** The orders' ids at the box, by their place in the plan. */
let ids: string[]
/** Tickets as the reopened tablet counted them. */
let afterReopening = ""

beforeAll(async () => {
  kitchenPrinter = await startEmulator({ tcp: 0, profile: "epson-80" })
  browser = await launchBrowser()
  stage = await openStage(lunchTenant(), { cocina: kitchenPrinter })
  floor = await enterFloor(stage, browser)
  for (const id of REGISTERS) screens[id] = await floor.open("pos", id)
  for (const id of KIOSKS) screens[id] = await floor.open("kiosk", id)
  for (const id of STATIONS) screens[id] = await floor.open("kds_station", id)
  screens.expo = await floor.open("expo", "expo")
  screens.board = await floor.open("board", "board")
}, START_MS)

afterAll(async () => {
  await browser?.close()
  await stage?.strike()
  await kitchenPrinter?.stop()
})

const screen = (id: string) => screens[id] as Screen
const tendered = (register: RegisterId) =>
  takings(plan, (order) => order.register === register && order.method === "CASH")
const orderOf = (id: string) => insist(() => stage.lan.call(getOrder, { params: { orderId: id }, query: {} }))

async function closeTablet(): Promise<void> {
  await shifts[CLOSED]?.end()
  await keepSightings(CLOSED)
  await screen(CLOSED).page.close()
}

async function openTablet(): Promise<void> {
  const tablet = screen(CLOSED)
  tablet.page = await tablet.context.newPage()
  await tablet.page.goto(`${stage.boxUrl}/kds`)
  afterReopening = (await tablet.page.getByText(/^[1-9]\d* de \d+ tickets$/).textContent()) ?? ""
  shifts[CLOSED] = startCooking(tablet)
}

async function keepSightings(id: string): Promise<void> {
  lives[id] = [...(lives[id] ?? []), await sightingsOf(screen(id).page)]
}

function ticketsAtBox(): Ticket[] {
  const db = new Sqlite(stage.boxDatabase, { readonly: true })
  const rows = db.prepare<[], { record: string }>("SELECT record FROM kitchen_ticket").all()
  db.close()
  return rows.map(({ record }) => JSON.parse(record))
}

/** Ids of what came onto a screen in each of its lives. */
function came(id: string, word: string): string[][] {
  const all = (life: Sighting[]) => life.filter(({ was, thing }) => was === "come" && thing.startsWith(`${word} `))
  return (lives[id] ?? []).map((life) => all(life).map(({ thing }) => thing.slice(word.length + 1)))
}

/** With BRASA_SHOTS=DIR, what some screens show now. */
async function shoot(name: string, ...which: string[]): Promise<void> {
  const dir = process.env.BRASA_SHOTS
  if (dir) for (const id of which) await screen(id).page.screenshot({ path: `${dir}/lunch-${id}-${name}.png` })
}

describe("a lunch", () => {
  it("starts with a day, two drawers and an empty kitchen", { timeout: LUNCH_MS }, async () => {
    await screen("pos-1").page.getByRole("button", { name: "Abrir el día" }).click()
    for (const id of REGISTERS) await openTill(screen(id), id, FLOAT_CENTS)
    for (const id of STATIONS) await screen(id).page.getByText("Nada pendiente").waitFor()
    await screen("expo").page.getByText("Nada en despacho").waitFor()
    for (const id of KIOSKS) await screen(id).page.getByRole("button", { name: "Comer aquí" }).waitFor()
  })

  it("is ordered, paid, made and handed over while things go wrong", { timeout: LUNCH_MS }, async () => {
    let troubles: Promise<unknown> = Promise.resolve()
    const toCome = [...TROUBLE]
    const onTaken = (count: number) => {
      while (toCome[0] && count >= toCome[0].after * ORDERS) troubles = troubles.then(toCome.shift()?.does)
    }
    for (const id of STATIONS) shifts[id] = startCooking(screen(id))
    const work = Promise.all([serve(plan, screen, onTaken), handOver(screen("expo"), ORDERS)])
    const [taken] = await work.catch(async (error) => {
      await shoot("broken-off", ...REGISTERS, ...KIOSKS, "expo")
      throw error
    })
    ids = taken
    await troubles
    for (const id of STATIONS) await shifts[id]?.end()
    for (const id of [...STATIONS, "expo", "board"]) await keepSightings(id)
    for (const id of STATIONS) await screen(id).page.getByText("Nada pendiente").waitFor()
    expect(new Set(ids).size).toBe(ORDERS)
  })

  it("showed each ticket on its station's screen, and not again after its bump", async ({ annotate }) => {
    const tickets = ticketsAtBox()
    for (const station of STATIONS) {
      const own = tickets.filter((ticket) => ticket.station === station)
      const shown = came(station, "ticket")
      expect(own.length).toBe(plan.filter(({ products }) => products.some((one) => one.station === station)).length)
      expect(new Set(shown.flat())).toEqual(new Set(own.map(({ ticketId }) => ticketId)))
      for (const life of shown) expect(life.length).toBe(new Set(life).size)
      const bumped = new Map(own.map(({ ticketId, bumpedAt }) => [`ticket ${ticketId}`, Date.parse(bumpedAt ?? "")]))
      const late = (lives[station] ?? [])
        .flat()
        .filter(({ was, thing, at }) => was === "come" && at > (bumped.get(thing) ?? 0))
      expect(late).toEqual([])
    }
    const [had, expected] = afterReopening.match(/\d+/g) ?? []
    expect(had).toBe(expected)
    await annotate(printWaits(tickets, lives))
  })

  it("handed each order over once, with each of its three stages reported once", async () => {
    expect([...(came("expo", "order")[0] ?? [])].sort()).toEqual([...ids].sort())
    expect([...(came("expo", "ready")[0] ?? [])].sort()).toEqual([...ids].sort())
    for (const id of ids) {
      // The pass takes an order off its screen before the box has answered.
      await eventually(async () => {
        const { kitchen } = await orderOf(id)
        return kitchen?.stage === "order.dispatched" ? null : { id, kitchen }
      })
      const { status, kitchen } = await orderOf(id)
      expect(status).toBe("COMPLETED")
      expect((kitchen as KitchenState).journey.map(({ eventType }) => eventType)).toEqual([
        "order.preparing",
        "order.ready",
        "order.dispatched",
      ])
    }
  })

  it("printed each ticket once, also those that waited for paper", { timeout: LUNCH_MS }, async () => {
    const wanted = ticketsAtBox().length
    await kitchenPrinter.waitForReceipts(wanted)
    await eventually(async () => {
      const { jobs } = await insist(() => floor.manager.call(listPrintJobs, {}))
      const tickets = jobs.filter(({ document }) => document === "kitchen_ticket")
      const open = tickets.filter(({ asks, status }) => asks || status !== "printed")
      return open.length === 0 ? null : open
    })
    const papers = kitchenPrinter.receipts.map(({ text }) => text)
    expect(papers.length).toBe(wanted)
    expect(new Set(papers).size).toBe(wanted)
  })
})

describe("the money", () => {
  it("of each drawer is what its cashier took, to the cent", { timeout: LUNCH_MS }, async () => {
    for (const id of REGISTERS) {
      const counted = FLOAT_CENTS + tendered(id)
      expect(await countTill(screen(id), counted)).toMatch(/Cuadra.*0,00/)
      await eventually(async () => (paperWith(`Cajera ${id}`)?.includes(printed(counted)) ? null : "no slip"))
    }
  })

  it("of the day is on its paper", { timeout: LUNCH_MS }, async () => {
    await closeDay(screen("pos-1"))
    const paper = stage.printer.receipts.at(-1)?.text ?? ""
    for (const method of ["CASH", "CARD"])
      expect(paper).toContain(printed(takings(plan, (order) => order.method === method)))
    expect(paper).toContain(printed(takings(plan, () => true)))
    expect(paper).toMatch(new RegExp(`Transacciones\\s+${ORDERS}\\b`))
    await shoot("closed", "pos-1")
  })

  it("is the same at the hub, order by order", { timeout: LUNCH_MS }, async () => {
    await eventually(async () => {
      const { hub } = await insist(() => screen("pos-1").client.call(readToday, {}))
      return hub.link === "up" && hub.unsent === 0 ? null : hub
    })
    const cents: number[] = []
    for (const id of ids) {
      await eventually(async () => {
        const [store, hub] = [
          await orderOf(id),
          await insist(() => stage.hub.call(getOrder, { params: { orderId: id }, query: {} })),
        ]
        return isDeepStrictEqual(store, hub) ? null : { store, hub }
      })
      cents.push(Number((await orderOf(id)).settlement?.paidSoFar) / 100)
    }
    expect(cents).toEqual(plan.map((order) => takings([order], () => true)))
  })

  it("all of it happened without an error in a page", () => expect(floor.complaints).toEqual([]))
})

function paperWith(text: string): string | undefined {
  return stage.printer.receipts.find((receipt) => receipt.text.includes(text))?.text
}
