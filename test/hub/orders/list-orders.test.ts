import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_KEY, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const WEB_ID = "7d0b3a52-97a3-4c39-9c86-2d8f3a5b6c70"

/** [code, wish]: created on different days, channels and clocks. */
const SALES: [code: string, wish: Parameters<typeof orderBody>[0]][] = [
  ["A-1", { createdAt: "2026-11-19T12:00:00-05:00", paid: "CASH", orderId: "till-1" }],
  ["A-2", { createdAt: "2026-11-20T12:00:00-05:00", channel: "KIOSK", paid: "CARD", orderId: "till-2" }],
  ["b-10%", { createdAt: "2026-11-21T02:00:00-05:00", channel: "WEB", paid: "CARD", orderId: WEB_ID }],
  ["A-4", { createdAt: "2026-11-21T12:00:00-05:00", selectedShippingMethod: "DELIVERY", orderId: "till-4" }],
  ["Ñ-5", { createdAt: "2026-11-21T12:00:00-05:00", orderId: "till_5" }],
]

eachDatabase((_engine, open) => {
  let hub: TestHub
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    hub = await openTestHub(open)
    for (const [code, wish] of SALES) {
      ids[code] = (await hub.call("POST", ORDERS, orderBody({ ...wish, orderCode: code }))).body.data.id
    }
    await hub.call("POST", `${ORDERS}/till_5/confirm-payment`, charge({ method: "WALLET" }))
    const elsewhere = orderBody({ store: { code: "GYE-001" }, orderCode: "A-9" })
    expect((await hub.call("POST", ORDERS, elsewhere, SISTER_KEY)).status).toBe(201)
  })

  const list = (query: string, key?: string) => hub.call("GET", `${ORDERS}?${query}`, undefined, key)
  const codes = async (query: string) => {
    const { status, body } = await list(`${query}&fields=orderCode`)
    expect(status).toBe(200)
    expect(body.data.total).toBe(body.data.orders.length)
    return body.data.orders.map((order: { orderCode: string }) => order.orderCode).sort()
  }

  describe("list orders", () => {
    it.each<[query: string, codes: string[]]>([
      ["", ["A-1", "A-2", "A-4", "b-10%", "Ñ-5"]],
      ["status=OPEN", ["A-4", "b-10%"]],
      ["status=COMPLETED", ["A-1", "A-2", "Ñ-5"]],
      ["status=FORCE_CLOSED", []],
      ["paymentStatus=PENDING", ["A-4"]],
      ["paymentStatus=REFUNDED", []],
      ["businessDayDate=2026-11-20", ["A-2", "b-10%"]],
      ["dateFrom=2026-11-20&dateTo=2026-11-20", ["A-2", "b-10%"]],
      ["dateFrom=2026-11-20", ["A-2", "A-4", "b-10%", "Ñ-5"]],
      ["dateTo=2026-11-19", ["A-1"]],
      ["dateFrom=2026-11-21&dateTo=2026-11-21&dateFilterMode=created_at", ["A-4", "b-10%", "Ñ-5"]],
      ["dateFrom=2026-11-20&dateTo=2026-11-20&dateFilterMode=created_at&tzOffset=-08:00", ["A-2", "b-10%"]],
      ["dateTo=2026-11-20&dateFilterMode=created_at&tzOffset=%2B13:00", ["A-1"]],
      ["businessDayDate=2026-11-20&dateFrom=2026-11-21&dateFilterMode=created_at", ["b-10%"]],
      ["channel=WEB", ["b-10%"]],
      ["fulfillmentMethod=DELIVERY", ["A-4"]],
      ["paymentMethod=CARD", ["A-2", "b-10%"]],
      ["paymentMethod=WALLET", ["Ñ-5"]],
      ["paymentMethod=CARD&status=OPEN", ["b-10%"]],
      ["paymentMethod=CARD&businessDayDate=2026-11-20&channel=KIOSK", ["A-2"]],
      ["orderCode=a-", ["A-1", "A-2", "A-4"]],
      ["orderCode=0%25", ["b-10%"]],
      ["orderCode=_", []],
      ["orderCode=%C3%91", ["Ñ-5"]],
      ["search=TILL", ["A-1", "A-2", "A-4", "Ñ-5"]],
      ["search=till_", ["Ñ-5"]],
      ["search=10", ["b-10%"]],
      [`search=${WEB_ID}`, ["b-10%"]],
      ["status=COMPLETED&paymentStatus=SUCCEEDED&channel=POS&fulfillmentMethod=TAKE_AWAY&search=A-", ["A-1"]],
    ])("?%s", async (query, expected) => {
      expect(await codes(query)).toEqual(expected)
    })

    it("finds an order by its UUID in either case, but not by another vendor's", async () => {
      expect(await codes(`search=${ids["A-4"]?.toUpperCase()}`)).toEqual(["A-4"])
      expect((await list(`search=${ids["A-4"]}`, SISTER_KEY)).body.data.orders).toEqual([])
    })

    it("shows each vendor its own orders", async () => {
      expect((await list("fields=orderCode", SISTER_KEY)).body.data.orders).toEqual([{ orderCode: "A-9" }])
      expect((await list("", GLOBEX_KEY)).body.data).toEqual({ orders: [], page: 1, size: 20, total: 0, totalPages: 0 })
    })

    it("is newest first, and each page continues the one before", async () => {
      const whole = (await list("fields=id,createdAt")).body.data.orders
      const moments = whole.map((order: { createdAt: string }) => order.createdAt)
      expect(moments).toEqual([...moments].sort().reverse())
      const pages = await Promise.all([1, 2, 3].map((page) => list(`fields=id,createdAt&size=2&page=${page}`)))
      expect(pages.flatMap(({ body }) => body.data.orders)).toEqual(whole)
      expect(pages.map(({ body }) => ({ ...body.data, orders: body.data.orders.length }))).toEqual(
        [2, 2, 1].map((orders, index) => ({ orders, page: index + 1, size: 2, total: 5, totalPages: 3 })),
      )
      expect((await list("page=9")).body.data).toMatchObject({ orders: [], page: 9, total: 5 })
    })

    it("returns every field unless fields are named", async () => {
      const [order] = (await list("orderCode=A-4")).body.data.orders
      expect(order).toEqual((await hub.call("GET", `${ORDERS}/till-4`)).body.data)
      expect((await list("orderCode=A-4&fields=id,%20totals")).body.data.orders).toEqual([
        { id: ids["A-4"], totals: [{ code: "TOTAL", amount: "65000" }] },
      ])
    })

    it.each([
      ["fields=id,secret", "fields"],
      ["status=open", "status"],
      ["paymentStatus=PAID", "paymentStatus"],
      ["businessDayDate=2026-02-30", "businessDayDate"],
      ["dateFrom=21-11-2026", "dateFrom"],
      ["dateTo=today", "dateTo"],
      ["dateFrom=2026-11-22&dateTo=2026-11-21", "dateTo"],
      ["dateFilterMode=updated_at", "dateFilterMode"],
      ["tzOffset=5", "tzOffset"],
      ["tzOffset=%2B25:00", "tzOffset"],
      ["channel=", "channel"],
      ["page=0", "page"],
      ["page=1.5", "page"],
      ["size=0", "size"],
      ["size=101", "size"],
      ["status=OPEN&status=COMPLETED", "status"],
      ["search=%00", "search"],
    ])("?%s is a 400 that names it", async (query, path) => {
      const { status, body } = await list(query)
      expect([status, body.error, body.details[0].path]).toEqual([400, "VALIDATION_ERROR", path])
    })
  })
})
