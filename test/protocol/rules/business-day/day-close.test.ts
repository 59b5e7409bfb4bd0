import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dayCloseStep, figuresOf } from "../../../../protocol/rules/business-day/day-close.ts"
import { DayFigures } from "../../../../protocol/shapes/business-day.ts"
import type { OrderInjection } from "../../../../protocol/shapes/injection.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { anOrder, aSettledOrder, aStore, aTender, charge, NOON } from "../../../kit/orders.ts"

const CLOSE = "2026-11-22T04:30:00.000Z"
const STORE = aStore()

type Totals = OrderInjection["payments"]["totals"]
type Taxes = NonNullable<OrderInjection["order"]["products"][number]["taxes"]>

const figures = (...orders: OrderRecord[]) => {
  const [own] = figuresOf(orders, STORE)
  if (!own) throw new Error("the store's own currency is always there")
  return own
}

const closed = (order: OrderRecord, status: OrderRecord["status"]): OrderRecord => ({ ...order, status })
const paid = (total: string, asked: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ total, prepaid: { CASH: total }, ...asked })

/** A prepaid order of one line at 10.00 for each entry, with its taxes. */
function taxed(lines: Taxes[], tax?: string): OrderRecord {
  const totals: Totals = [{ code: "TOTAL", amount: 50 }, ...(tax ? [{ code: "TAX" as const, amount: tax }] : [])]
  const products = lines.map((taxes) => ({ productId: "p", name: "Pollo", quantity: 1, unitPrice: 10, taxes }))
  return anOrder({ totals, prepaid: { CASH: 50 }, order: { products } })
}

describe("which orders count", () => {
  const open = anOrder()
  const declined = charge(open, [aTender({ status: "declined" })])

  it.each<[string, unknown, [number, number, number]]>([
    ["settled by tenders", aSettledOrder({}, [aTender()]), [1, 0, 0]],
    ["prepaid at a register", paid("6.50"), [1, 0, 0]],
    ["prepaid on the web, still to be handed over", paid("6.50", { channel: "WEB" }), [1, 0, 0]],
    ["completed before settlements were kept", { ...paid("6.50"), settlement: null }, [1, 0, 0]],
    ["open and unpaid", open, [0, 0, 0]],
    ["open, with a declined tender", "order" in declined && declined.order, [0, 0, 0]],
    ["cancelled after it was paid", closed(paid("6.50"), "CANCELLED"), [0, 1, 0]],
    ["cancelled unpaid", closed(open, "CANCELLED"), [0, 1, 0]],
    ["force-closed", closed(open, "FORCE_CLOSED"), [0, 0, 1]],
  ])("%s", (_, order, [transactions, cancelled, forced]) => {
    const day = figures(order as OrderRecord)
    expect([day.transactions, day.cancellations.transactions, day.forceClosed.transactions]).toEqual([
      transactions,
      cancelled,
      forced,
    ])
    expect([day.gross, day.cancellations.amount, day.forceClosed.amount]).toEqual([
      transactions * 65_000,
      cancelled * 65_000,
      forced * 65_000,
    ])
  })
})

describe("the figures of a day", () => {
  it("are zero in the store's currency on a day without sales", () => {
    expect(figuresOf([], STORE)).toEqual([
      {
        currencyCode: "USD",
        transactions: 0,
        gross: 0,
        discount: 0,
        tax: 0,
        net: 0,
        tips: 0,
        delivery: 0,
        averageTicket: 0,
        taxes: [],
        methods: [],
        channels: [],
        peakHour: null,
        cancellations: { transactions: 0, amount: 0 },
        forceClosed: { transactions: 0, amount: 0 },
      },
    ])
  })

  it("equal figures calculated by hand", () => {
    const lunch = aSettledOrder(
      { total: "20.00", declared: { CARD: "20.00" }, channel: "KIOSK", createdAt: "2026-11-21T13:05:00-05:00" },
      [aTender({ amount: "15.00", method: "CARD" }), aTender({ amount: 5 })],
    )
    const dinner = anOrder({
      channel: "WEB",
      createdAt: "2026-11-21T20:10:00-05:00",
      prepaid: { CARD: "25.00" },
      totals: [
        { code: "SUBTOTAL", amount: "20.00" },
        { code: "TAX", amount: "3.00" },
        { code: "DISCOUNT", amount: "-2.00" },
        { code: "DELIVERY", amount: "1.50" },
        { code: "TIP", amount: "2.50" },
        { code: "TOTAL", amount: "25.00" },
      ],
    })
    const snack = paid("5.01", { createdAt: "2026-11-21T20:59:59-05:00" })
    expect(figures(lunch, dinner, snack)).toEqual({
      currencyCode: "USD",
      transactions: 3,
      gross: 500_100,
      discount: 20_000,
      tax: 30_000,
      net: 445_100, // 50.01 - 3.00 - 2.50
      tips: 25_000,
      delivery: 15_000,
      averageTicket: 166_700,
      taxes: [{ code: "TAX", rate: null, amount: 30_000 }],
      methods: [
        { code: "CARD", transactions: 2, amount: 400_000 },
        { code: "CASH", transactions: 2, amount: 100_100 },
      ],
      channels: [
        { code: "KIOSK", transactions: 1, amount: 200_000 },
        { code: "POS", transactions: 1, amount: 50_100 },
        { code: "WEB", transactions: 1, amount: 250_000 },
      ],
      peakHour: { hour: 20, transactions: 2, amount: 300_100 },
      cancellations: { transactions: 0, amount: 0 },
      forceClosed: { transactions: 0, amount: 0 },
    })
  })

  it("count the methods that were paid with, not the declared ones", () => {
    const order = aSettledOrder({ declared: { CARD: "6.50" } }, [aTender({ method: "CASH" })])
    expect(figures(order).methods).toEqual([{ code: "CASH", transactions: 1, amount: 65_000 }])
  })

  it("count one transaction when an order names a method twice", () => {
    const order = paid("6.50")
    const half = { method: "CASH", amount: "32500" }
    expect(figures({ ...order, paymentMethods: [half, half] }).methods).toEqual([
      { code: "CASH", transactions: 1, amount: 65_000 },
    ])
  })

  it("are separate per currency, the store's first, the others sorted", () => {
    const sold = ["VES", "COP", "USD"].map((currencyCode) => paid("6.50", { currencyCode }))
    expect(figuresOf(sold, STORE).map(({ currencyCode, gross }) => [currencyCode, gross])).toEqual([
      ["USD", 65_000],
      ["COP", 65_000],
      ["VES", 65_000],
    ])
  })
})

describe("discount is positive, whichever sign was sent", () => {
  it.each(["-2.00", "2.00"])("%s", (amount) => {
    const totals: Totals = [
      { code: "DISCOUNT", amount },
      { code: "TOTAL", amount: "6.50" },
    ]
    expect(figures(anOrder({ totals, prepaid: { CASH: "6.50" } })).discount).toBe(20_000)
  })
})

describe("the average ticket is rounded half up to 1/10000", () => {
  it.each([
    [["0.0001", "0.0002"], 2],
    [["0.0001", "0.0001", "0.0002"], 1],
    [["10", "10", "0"], 66_667],
    [["7"], 70_000],
  ])("of %j is %i", (totals, average) => {
    expect(figures(...totals.map((total) => paid(total))).averageTicket).toBe(average)
  })
})

describe("peak hour is the one with the highest amount in local time", () => {
  const at = (createdAt: string, total: string) => paid(total, { createdAt })

  it.each<[string, OrderRecord[], unknown]>([
    [
      "one big table beats three coffees",
      [at("2026-11-21T17:00:00Z", "30"), ...Array(3).fill(at("2026-11-21T18:00:00Z", "2"))],
      { hour: 12, transactions: 1, amount: 300_000 },
    ],
    [
      "of equals, the earlier",
      [at("2026-11-21T20:00:00Z", "5"), at("2026-11-21T14:00:00Z", "5")],
      { hour: 9, transactions: 1, amount: 50_000 },
    ],
    ["after midnight it is hour 0", [at("2026-11-22T05:00:00Z", "5")], { hour: 0, transactions: 1, amount: 50_000 }],
    [
      "the last second of an hour is of that hour",
      [at("2026-11-21T12:59:59.999-05:00", "5")],
      { hour: 12, transactions: 1, amount: 50_000 },
    ],
  ])("%s", (_, orders, peak) => expect(figures(...orders).peakHour).toEqual(peak))

  it("is correct on the day of a clock change", () => {
    const santiago = aStore({ timeZone: "America/Santiago" })
    const hours = ["2026-09-05T15:00:00Z", "2026-09-07T15:00:00Z"].map(
      (createdAt) => figuresOf([at(createdAt, "5")], santiago)[0]?.peakHour?.hour,
    )
    expect(hours).toEqual([11, 12])
  })

  it("uses the creation of orders, not their completion by the close", () => {
    const web = paid("6.50", { channel: "WEB", createdAt: NOON })
    expect(figures(dayCloseStep(web, CLOSE)?.order ?? web).peakHour?.hour).toBe(12)
  })
})

describe("taxes, by code and rate", () => {
  const iva = (amount?: string) => ({ code: "IVA", rate: "0.15", ...(amount && { amount }) })
  const ice = (amount?: string) => ({ code: "ICE", rate: "0.05", ...(amount && { amount }) })
  const row = (code: string, rate: string | null, amount: number) => ({ code, rate, amount })

  it.each<[string, OrderRecord, unknown[]]>([
    [
      "as the lines state them",
      taxed([[iva("1.30")], [iva("1.30"), ice("0.5")]]),
      [row("ICE", "0.05", 5_000), row("IVA", "0.15", 26_000)],
    ],
    [
      "by the rate where a line has no amount",
      taxed([[iva()], [ice()]]),
      [row("ICE", "0.05", 5_000), row("IVA", "0.15", 15_000)],
    ],
    ["the order's TAX where lines carry none", taxed([[]], "3.00"), [row("TAX", null, 30_000)]],
    [
      "rates share the TAX total",
      taxed([[iva()], [ice()]], "1.00"),
      [row("ICE", "0.05", 2_500), row("IVA", "0.15", 7_500)],
    ],
    [
      "rates share it to the last digit",
      taxed([[iva()], [{ code: "B", rate: "0.15" }], [ice()]], "0.0001"),
      [row("B", "0.15", 1), row("ICE", "0.05", 0), row("IVA", "0.15", 0)],
    ],
    [
      "rates share what stated amounts leave",
      taxed([[iva("1.30")], [ice()]], "2.00"),
      [row("ICE", "0.05", 7_000), row("IVA", "0.15", 13_000)],
    ],
    [
      "what no rate explains is shown",
      taxed([[iva("1.30")]], "1.31"),
      [row("IVA", "0.15", 13_000), row("TAX", null, 100)],
    ],
    ["a rate of nothing has its row", taxed([[{ code: "IVA", rate: 0 }]]), [row("IVA", "0", 0)]],
    [
      "a code without rate or amount takes the TAX total nowhere",
      taxed([[{ code: "IVA" }]], "1.00"),
      [row("IVA", null, 0), row("TAX", null, 10_000)],
    ],
    ["none", taxed([[]]), []],
  ])("%s", (_, order, rows) => {
    const day = figures(order)
    expect(day.taxes.filter(({ code, amount }) => code !== "TAX" || amount !== 0)).toEqual(rows)
    expect(day.taxes.reduce((all, { amount }) => all + amount, 0)).toBe(day.tax)
  })

  it("are reduced by a returned line", () => {
    const products = [10, -4].map((unitPrice) => ({
      productId: "p",
      name: "Pollo",
      quantity: 1,
      unitPrice,
      taxes: [iva()],
    }))
    const order = anOrder({ totals: [{ code: "TOTAL", amount: 6.9 }], prepaid: { CASH: 6.9 }, order: { products } })
    expect(figures(order)).toMatchObject({ tax: 9_000, taxes: [row("IVA", "0.15", 9_000)] })
  })

  it("can be calculated for lines that almost cancel each other out", () => {
    const prices = [1_000_000_000, "-999999999.9900"]
    const products = prices.map((unitPrice) => ({
      productId: "p",
      name: "Pollo",
      quantity: 1,
      unitPrice,
      taxes: [iva()],
    }))
    const totals: Totals = [
      { code: "TAX", amount: 1_000_000_000 },
      { code: "TOTAL", amount: 1 },
    ]
    const day = figures(anOrder({ totals, prepaid: { CASH: 1 }, order: { products } }))
    expect(day.taxes).toEqual([row("IVA", "0.15", 15), row("TAX", null, 9_999_999_999_985)])
  })
})

describe("order when its business day closes", () => {
  it.each<[string, OrderRecord, unknown]>([
    [
      "open and unpaid: force-closed, quietly",
      anOrder(),
      { status: "FORCE_CLOSED", paymentStatus: "PENDING", completedAt: null, events: [] },
    ],
    [
      "open and prepaid: handed over",
      paid("6.50", { channel: "WEB" }),
      { status: "COMPLETED", paymentStatus: "SUCCEEDED", completedAt: CLOSE, events: ["order.completed"] },
    ],
  ])("%s", (_, order, expected) => {
    const step = dayCloseStep(order, CLOSE)
    expect(step).not.toBeNull()
    const { status, paymentStatus, completedAt } = step?.order ?? order
    expect({ status, paymentStatus, completedAt, events: step?.events.map(({ type }) => type) }).toEqual(expected)
    expect(step?.order).toEqual({ ...order, status, completedAt, updatedAt: CLOSE, sequence: order.sequence + 1 })
  })

  it.each(["COMPLETED", "FORCE_CLOSED", "CANCELLED"] as const)(
    "%s: nothing, and so nothing the second time",
    (status) => {
      expect(dayCloseStep(closed(anOrder(), status), CLOSE)).toBeNull()
    },
  )
})

describe("figures of random orders", () => {
  const rate = fc.constantFrom("0", "0.05", "0.12", "0.15", "0.19")
  const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount / 100)
  const tax = fc.record({ code: fc.constantFrom("IVA", "ICE", "IPI"), rate }, { requiredKeys: ["code"] })
  const stated = fc.record({ code: fc.constantFrom("IVA", "ICE"), rate, amount: cents })
  const product = fc.record({
    unitPrice: cents,
    quantity: fc.integer({ min: 1, max: 9 }),
    taxes: fc.array(fc.oneof(tax, stated), { maxLength: 3 }),
  })
  const order = fc
    .record({
      total: cents,
      tax: fc.option(cents),
      channel: fc.constantFrom("POS", "KIOSK", "WEB", "RAPPI"),
      method: fc.constantFrom("CASH", "CARD", "PIX"),
      currencyCode: fc.constantFrom("USD", "VES"),
      status: fc.constantFrom(undefined, "CANCELLED", "FORCE_CLOSED", "COMPLETED"),
      hour: fc.integer({ min: 0, max: 23 }),
      products: fc.array(product, { minLength: 1, maxLength: 4 }),
    })
    .map(({ total, tax: taxTotal, method, status, hour, products, ...rest }) => {
      const made = anOrder({
        ...rest,
        createdAt: `2026-11-21T${String(hour).padStart(2, "0")}:30:00-05:00`,
        prepaid: { [method]: total },
        totals: [
          { code: "TOTAL", amount: total },
          ...(taxTotal === null ? [] : [{ code: "TAX" as const, amount: taxTotal }]),
        ],
        order: { products: products.map((each) => ({ productId: "p", name: "Pollo", ...each })) },
      })
      return status ? closed(made, status) : made
    })

  const sumOf = (rows: readonly { readonly amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)
  const totalOf = (one: OrderRecord) => Number(one.totals.find(({ code }) => code === "TOTAL")?.amount)
  const { check } = createValidator()

  it("have rows that add up to the totals, and totals that equal the orders", () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 12 }), (orders) => {
        for (const day of figuresOf(orders, STORE)) {
          const mine = orders.filter(({ currencyCode }) => currencyCode === day.currencyCode)
          const sold = mine.filter(({ status }) => status === "COMPLETED" || status === "OPEN")
          expect(day.gross).toBe(sumOf(sold.map((one) => ({ amount: totalOf(one) }))))
          expect(day.transactions + day.cancellations.transactions + day.forceClosed.transactions).toBe(mine.length)
          expect(sumOf(day.methods)).toBe(day.gross)
          expect(sumOf(day.channels)).toBe(day.gross)
          expect(sumOf(day.taxes)).toBe(day.tax)
          expect(day.net + day.tax + day.tips).toBe(day.gross)
          expect(check(DayFigures, day)).toEqual([])
        }
      }),
    )
  })

  it("do not depend on the order of the orders", () => {
    const shuffled = fc
      .array(order, { maxLength: 10 })
      .chain((orders) => fc.tuple(fc.constant(orders), fc.shuffledSubarray(orders, { minLength: orders.length })))
    fc.assert(
      fc.property(shuffled, ([orders, others]) => {
        expect(figuresOf(others, STORE)).toEqual(figuresOf(orders, STORE))
      }),
    )
  })
})
