/** The store's business day on the box: opened by people, closed by people, and what that does to orders. */
import { beforeEach, describe, expect, it } from "vitest"
import { type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, STORE_ID } from "../../kit/orders.ts"

const DAYS = "/api/lan/v1/days"
const TODAY = "/api/lan/v1/today"
const closePath = (date: string, store = STORE_ID) => `/api/v1/core/external/stores/${store}/days/${date}/close`
const PRINT = `/api/v1/core/external/printing/stores/${STORE_ID}/days/2026-11-21`
const HOUR_MS = 3_600_000

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox()
})

const create = async (options: Parameters<typeof orderBody>[0] = {}) =>
  (await box.call("POST", ORDERS, orderBody({ createdAt: box.clock.iso(), ...options }))).body.data.id as string

const read = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).body.data

describe("opening a day", () => {
  it("dates it by the cut-off, once", async () => {
    const opened = await box.call("POST", DAYS)
    expect([opened.status, opened.body.data.businessDayDate]).toEqual([201, "2026-11-21"])
    expect((await box.call("POST", DAYS)).body.error).toBe("CONFLICT")
  })

  it("after an early close asks before it uses the next date", async () => {
    await box.call("POST", DAYS)
    await box.call("POST", closePath("2026-11-21"))
    const { next } = (await box.call("GET", TODAY)).body.data.dates
    const asked = await box.call("POST", DAYS)
    expect([asked.status, asked.body.data, next]).toEqual([
      409,
      { today: "2026-11-21", hubToday: null, next: ["2026-11-22"] },
      ["2026-11-22"],
    ])
    const opened = await box.call("POST", DAYS, { businessDayDate: next[0] })
    expect([opened.status, opened.body.data.businessDayDate]).toEqual([201, "2026-11-22"])
  })

  it("returns to the right date after a day that was opened with the clock a day ahead", async () => {
    box.clock.advance(24 * HOUR_MS)
    expect((await box.call("POST", DAYS)).body.data.businessDayDate).toBe("2026-11-22")
    box.clock.advance(-24 * HOUR_MS)
    expect((await box.call("GET", TODAY)).body.data.dates).toMatchObject({ today: "2026-11-21", isAhead: true })
    await box.call("POST", closePath("2026-11-22"))
    expect((await box.call("POST", DAYS)).body.data.businessDayDate).toBe("2026-11-21")
    const order = await read(await create({ channel: "WEB" }))
    expect(order.businessDayDate).toBe("2026-11-21")
    const eligibility = await box.call(
      "GET",
      `/api/v1/adapters/partner/stores/orders/${order.orderExternal}/cancel/eligibility`,
    )
    expect(eligibility.body.data).toMatchObject({ eligible: true })
  })

  it("keeps an earlier order of today on today, whatever future date was closed", async () => {
    box.clock.advance(24 * HOUR_MS)
    await box.call("POST", DAYS)
    await box.call("POST", closePath("2026-11-22"))
    box.clock.advance(-24 * HOUR_MS)
    expect((await read(await create({ channel: "WEB" }))).businessDayDate).toBe("2026-11-21")
  })
})

describe("closing a day", () => {
  it("force-closes unpaid orders, completes prepaid ones, and fixes the figures", async () => {
    await box.call("POST", DAYS)
    const unpaid = await create()
    const prepaid = await create({ channel: "WEB", paid: "LINK" })
    const charged = await create({ total: "3.5000" })
    await box.call("POST", `${ORDERS}/${charged}/confirm-payment`, charge({ amount: "3.5" }))
    box.clock.advance(HOUR_MS)
    const closed = await box.call("POST", closePath("2026-11-21"))
    expect(closed.body.data).toMatchObject({ status: "closed", alreadyClosed: false, forceClosedOrders: [unpaid] })
    expect(closed.body.data.figures[0]).toMatchObject({
      transactions: 2,
      gross: 100_000,
      forceClosed: { transactions: 1, amount: 65_000 },
    })
    const { watermark } = closed.body.data
    expect(watermark).toEqual({ epoch: expect.any(String), up: expect.any(Number), down: 0 })
    // The day, three orders and a charge, and what the close did to two of them.
    expect(watermark.up).toBeGreaterThanOrEqual(7)
    expect((await read(unpaid)).status).toBe("FORCE_CLOSED")
    expect((await read(prepaid)).status).toBe("COMPLETED")
  })

  it("a second time returns the same figures and changes nothing", async () => {
    await box.call("POST", DAYS)
    const first = await box.call("POST", closePath("2026-11-21"))
    box.clock.advance(HOUR_MS)
    const again = await box.call("POST", closePath("2026-11-21"))
    expect(again.body.data).toEqual({ ...first.body.data, alreadyClosed: true })
  })

  it("is possible for a day that nobody opened if it has orders", async () => {
    const yesterday = "2026-11-20T18:00:00Z"
    const unpaid = await create({ createdAt: yesterday })
    await create({ createdAt: yesterday, paid: "CASH" })
    await create({ createdAt: "2026-11-22T18:00:00Z" })
    await box.call("POST", DAYS)
    const closed = await box.call("POST", closePath("2026-11-20"))
    expect(closed.body.data).toMatchObject({ status: "closed", openedAt: null, forceClosedOrders: [unpaid] })
    expect(closed.body.data.figures[0]).toMatchObject({ transactions: 1, gross: 65_000 })
    expect((await read(unpaid)).status).toBe("FORCE_CLOSED")
    expect((await box.call("POST", closePath("2026-11-22"))).body.error).toBe("CONFLICT")
    expect((await read(await create())).businessDayDate).toBe("2026-11-21")
  })

  it("is refused for a day without opening and orders, and for another store", async () => {
    expect((await box.call("POST", closePath("2026-11-21"))).body.error).toBe("CONFLICT")
    expect((await box.call("POST", closePath("2026-11-21", anId()))).status).toBe(404)
  })

  it("moves a late order of its date to the next day, and keeps its figures", async () => {
    await box.call("POST", DAYS)
    await box.call("POST", closePath("2026-11-21"))
    const late = await create({ paid: "CASH" })
    expect((await read(late)).businessDayDate).toBe("2026-11-22")
  })
})

describe("the printed day close", () => {
  it("is refused while the day is open", async () => {
    await box.call("POST", DAYS)
    const answer = await box.call("POST", PRINT, { printer: { width: 42 } })
    expect([answer.status, answer.body.error]).toEqual([409, "PRINT_DAY_NOT_CLOSED"])
  })

  it("is laid out for the requested width", async () => {
    await box.call("POST", DAYS)
    await create({ paid: "CASH" })
    await box.call("POST", closePath("2026-11-21"))
    for (const width of [32, 42, 48]) {
      const { paper } = (await box.call("POST", PRINT, { printer: { width } })).body.data
      const widths = paper.plainText.split("\n").map((line: string) => line.length)
      expect(Math.max(...widths)).toBe(width)
      expect(paper.plainText).toContain("6,50")
    }
    expect((await box.call("POST", PRINT, { printer: { width: 40 } })).status).toBe(400)
  })

  it("can be previewed from the figures so far", async () => {
    await box.call("POST", DAYS)
    await create({ paid: "CASH" })
    const preview = await box.call("GET", `${DAYS}/2026-11-21/preview?width=32`)
    expect(preview.body.data).toMatchObject({ closed: false, svg: expect.stringContaining("<svg") })
    expect(preview.body.data.job.paper.plainText).toContain("6,50")
  })
})
