/**
 * One day in a store, on real processes and real sockets: 300 sales through LAN and hub, the cable pulled in the middle, the box
 * killed three times and the hub once; then hub, store and paper agree on every order and every cent.
 */
import { isDeepStrictEqual } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { closeDay, printDayClose } from "../../protocol/http/days.ts"
import { confirmPayment, createOrder, getOrder } from "../../protocol/http/orders.ts"
import { printDocument } from "../../protocol/http/print-jobs.ts"
import { closeShift, openDay, openShift, readToday, withdrawCash } from "../../protocol/http/register.ts"
import { toMajor } from "../../protocol/money.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { CASHIER, type Later, planSales, type Sale, sell, takings } from "./store-day/sales.ts"
import { everythingSent, STORE_ID, type Stage, setStage } from "./store-day/stage.ts"

const SALES = 300
/** Another day: BRASA_SEED=7 npx vitest run test/e2e/store-day.test.ts */
const SEED = Number(process.env.BRASA_SEED ?? 20_261_121)
const TOGETHER = 6
const FLOAT = 100
const DROP = 250.5
const SHIFT_ID = "0b8f9c1e-5a6d-4e2b-9d3c-000000000001"
const DAY_TIMEOUT_MS = 240_000

const sales = planSales(SALES, SEED)
let stage: Stage
let day: BusinessDay
let cash: CashReconciliation
let paper: string

/** What goes wrong, and before which sale. */
const TROUBLE: Readonly<Record<number, () => Promise<void>>> = {
  60: () => stage.killBox(),
  102: async () => stage.cable.pull(),
  150: () => stage.killHub(),
  180: async () => stage.cable.mend(),
  210: killBoxBeforeItHears,
  240: async () => stage.cable.pull(),
  270: () => stage.killBox(),
  288: async () => stage.cable.mend(),
}

beforeAll(async () => {
  stage = await setStage()
  day = await insist(() => stage.register.call(openDay, { body: {} }))
  const shift = {
    shiftId: SHIFT_ID,
    operatorUid: CASHIER,
    operatorName: "Ana Núñez",
    currency: "USD",
    openingBalance: FLOAT,
  }
  await insist(() => stage.register.call(openShift, { body: shift }))
  await sellAll()
  await dropToSafe()
  await everythingSent(stage)
  await everythingArrived()
  cash = await countDrawer()
  const { businessDayDate } = day
  day = await insist(() => stage.register.call(closeDay, { params: { storeId: STORE_ID, businessDayDate } }))
  await insist(() => stage.register.call(printDocument, { body: { document: "day_close", subject: businessDayDate } }))
  paper = await paperWith(asPrinted(day.figures[0]?.gross))
  await everythingSent(stage)
}, DAY_TIMEOUT_MS)

afterAll(() => stage?.strike())

/** A box that lost its power in the middle of a paper prints a slip before the next one: the close is known by its sum. */
async function paperWith(text: string): Promise<string> {
  const find = () => stage.printer.receipts.find((receipt) => receipt.text.includes(text))
  await eventually(async () => (find() ? null : stage.printer.receipts.map((receipt) => receipt.text)))
  return find()?.text ?? ""
}

/** In small crowds, as a store sells; trouble comes in the middle of one. */
async function sellAll(): Promise<void> {
  const waiting: Later[] = []
  for (let at = 0; at < sales.length; at += TOGETHER) {
    const crowd = sales.slice(at, at + TOGETHER).map((sale) => sell(stage, sale, (later) => waiting.push(later)))
    const trouble = TROUBLE[at]?.()
    await Promise.all([...crowd, trouble])
  }
  for (const later of waiting) await later()
}

/** What came from the web later than the close would be sold on the next day. */
async function everythingArrived(): Promise<void> {
  for (const { orderId } of sales) {
    await eventually(async () => {
      const atStore = await stage.lan.call(getOrder, { params: { orderId }, query: {} })
      return atStore.ok ? null : atStore
    })
  }
}

/** The hub has committed what the box sent, its acknowledgement is lost on the way, and the box loses its power. */
async function killBoxBeforeItHears(): Promise<void> {
  await everythingSent(stage)
  stage.cable.deafen()
  const unheard: Sale = {
    orderId: "day-unheard",
    route: "lan-charged",
    channel: "POS",
    total: 65_000,
    methods: [{ method: "CASH", amount: 65_000 }],
    declines: 0,
  }
  sales.push(unheard)
  await sell(stage, unheard, () => {})
  await eventually(async () => {
    const copy = await stage.hub.call(getOrder, { params: { orderId: unheard.orderId }, query: {} })
    return copy.ok && copy.data.status === "COMPLETED" ? null : copy
  })
  const today = await insist(() => stage.register.call(readToday, {}))
  expect(today.hub.unsent).toBeGreaterThan(0)
  await stage.killBox()
  stage.cable.mend()
}

async function dropToSafe(): Promise<void> {
  const body = { withdrawalId: "0b8f9c1e-5a6d-4e2b-9d3c-000000000002", amount: DROP, category: "SAFE_DROP" as const }
  await insist(() => stage.register.call(withdrawCash, { params: { shiftId: SHIFT_ID }, body }))
}

/** Counts what must be there: every cent of it. */
function countDrawer(): Promise<CashReconciliation> {
  const cents = Math.round((FLOAT - DROP + toMajor(cashOfCashier())) * 100)
  const counted = [
    { denomination: 1, count: Math.floor(cents / 100) },
    { denomination: 0.01, count: cents % 100 },
  ]
  return insist(() =>
    stage.register.call(closeShift, { params: { shiftId: SHIFT_ID }, body: { counted, reason: "OTHER" } }),
  )
}

/** Scaled. Sales at the hub have no cashier. */
function cashOfCashier(): number {
  return takings(sales, (sale, method) => sale.channel === "POS" && method === "CASH")
}

describe("when the cable is back", () => {
  it("the hub has every sale once, and each order is the same on both sides", async () => {
    for (const { orderId, total, declines } of sales) {
      const read = (side: Stage["hub"]) => insist(() => side.call(getOrder, { params: { orderId }, query: {} }))
      // The authority's word on the last sales may still be on its way down, and the store's knowing of it on its way up.
      await eventually(async () => {
        const [store, hub] = [await read(stage.lan), await read(stage.hub)]
        return isDeepStrictEqual(store, hub) ? null : { store, hub }
      })
      const atHub = await read(stage.hub)
      expect(atHub.status).toBe("COMPLETED")
      expect(atHub.settlement?.paidSoFar).toBe(String(total))
      expect(atHub.settlement?.declinedCount).toBe(declines)
    }
  })

  it("the hub has no extra order, tender or event", () => {
    const db = new Sqlite(stage.hubDatabase, { readonly: true })
    const orders = db.prepare<[], { record: string }>("SELECT record FROM orders").all()
    const completed = db
      .prepare<[], { events: number; orders: number }>(
        "SELECT count(*) AS events, count(DISTINCT order_id) AS orders FROM event WHERE type = 'order.completed'",
      )
      .get()
    db.close()
    expect(orders.length).toBe(sales.length)
    expect(completed).toEqual({ events: sales.length, orders: sales.length })
    const tenders = orders.flatMap(({ record }) => JSON.parse(record).payments)
    const charged = sales.filter(({ route }) => !route.endsWith("prepaid"))
    expect(tenders.length).toBe(charged.reduce((all, { methods, declines }) => all + methods.length + declines, 0))
    expect(new Set(tenders.map(({ transactionId }) => transactionId)).size).toBe(tenders.length)
  })
})

describe("the close", () => {
  it("has the sums of the sales, to the cent", () => {
    const [figures] = day.figures
    const total = takings(sales, () => true)
    expect(figures?.transactions).toBe(sales.length)
    expect(figures?.gross).toBe(total)
    expect(figures?.methods.map(({ code, amount }) => [code, amount])).toEqual([
      ["CARD", takings(sales, (_sale, method) => method === "CARD")],
      ["CASH", takings(sales, (_sale, method) => method === "CASH")],
    ])
    expect(figures?.channels.map(({ code, amount }) => [code, amount])).toEqual([
      ["POS", takings(sales, ({ channel }) => channel === "POS")],
      ["WEB", takings(sales, ({ channel }) => channel === "WEB")],
    ])
  })

  it("has the right drawer: float, the cashier's cash sales, minus withdrawals", () => {
    expect(cash.discrepancy).toBe(0)
    expect(cash.discrepancyType).toBe("MATCH")
    expect(cash.systemCash).toBe(toMajor(FLOAT * 10_000 + cashOfCashier() - DROP * 10_000))
  })

  it("is printed with exactly those sums", () => {
    const figures = day.figures[0]
    const shown = [figures?.gross, ...(figures?.methods ?? []).map(({ amount }) => amount)].map(asPrinted)
    for (const amount of shown) expect(paper).toContain(amount)
    expect(paper).toContain(String(sales.length))
    expect(paper).toContain("Ana Núñez")
    expect(paper).not.toContain("?")
  })

  it("is certified: the hub finds the same orders and tenders in its own copy", () => {
    const db = new Sqlite(stage.hubDatabase, { readonly: true })
    const checks = db.prepare<[], { agrees: number; found: string }>("SELECT agrees, found FROM day_check").all()
    db.close()
    expect(checks.map(({ agrees, found }) => [agrees, JSON.parse(found)])).toEqual([[1, day.certificate]])
    expect(day.certificate?.orders).toBe(sales.length)
  })

  it("is the same at the hub", async () => {
    const ask = {
      params: { storeId: STORE_ID, businessDayDate: day.businessDayDate },
      body: { printer: { width: 42 as const } },
    }
    const atHub = await insist(() => stage.hub.call(printDayClose, ask))
    const atStore = await insist(() => stage.lan.call(printDayClose, ask))
    expect(atHub.paper.plainText).toBe(atStore.paper.plainText)
    expect(atHub.freshness).toEqual(atStore.freshness)
  })
})

describe("afterwards", () => {
  it("a repeated confirmation changes nothing, on either side", async () => {
    const sale = sales.find(({ route }) => route === "lan-charged")
    const payments = (
      await insist(() => stage.lan.call(getOrder, { params: { orderId: sale?.orderId ?? "" }, query: {} }))
    ).payments
    const again = (payments ?? []).map((tender) => ({
      transaction_id: tender.transactionId,
      status: tender.status,
      amount: toMajor(Number(tender.amount)).toFixed(4),
      currency_code: tender.currencyCode,
      method: tender.method,
      occurred_at: tender.occurredAt,
    }))
    for (const side of [stage.lan, stage.hub]) {
      const ask = { params: { orderId: sale?.orderId ?? "" }, body: { payments: again } }
      const answer = await insist(() => side.call(confirmPayment, ask))
      expect(answer.outcome).toBe("duplicate")
    }
  })

  it("a charge at the hub for an order of a store that is away is refused, and can be repeated", async () => {
    const orderId = "day-after"
    await insist(() => stage.lan.call(createOrder, { body: lateOrder(orderId) }))
    await everythingSent(stage)
    stage.cable.pull()
    const charge = { params: { orderId }, body: { payments: [lateTender(orderId)] } }
    const away = await stage.hub.call(confirmPayment, charge)
    expect(away).toMatchObject({ ok: false, refused: "STORE_UNREACHABLE", status: 503 })
    stage.cable.mend()
    const settled = await insist(() => stage.hub.call(confirmPayment, charge))
    expect(["settled", "duplicate"]).toContain(settled.outcome)
    const atStore = await insist(() => stage.lan.call(getOrder, { params: { orderId }, query: {} }))
    expect(atStore.payments?.length).toBe(1)
  })
})

function lateOrder(orderId: string) {
  const totals = [{ code: "TOTAL" as const, amount: 5 }]
  return {
    orderId,
    orderCode: "TARDE",
    createdAt: new Date().toISOString(),
    channel: "POS",
    store: { id: STORE_ID },
    order: { products: [{ productId: "p-cola", name: "Gaseosa", quantity: 1, unitPrice: 5 }] },
    payments: { totals, currencyCode: "USD", status: "PENDING" as const },
  }
}

function lateTender(orderId: string) {
  return {
    transaction_id: `${orderId}-1`,
    status: "approved" as const,
    amount: 5,
    currency_code: "USD",
    method: "CARD",
    occurred_at: new Date().toISOString(),
  }
}

/** `12345600` → `1.234,56`, as Ecuador writes it. */
function asPrinted(scaled: number | undefined): string {
  const cents = Math.round((scaled ?? 0) / 100)
  const whole = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ".")
  return `${whole},${String(cents % 100).padStart(2, "0")}`
}
