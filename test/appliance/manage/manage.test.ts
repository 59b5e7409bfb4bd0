/** The manager's page at the box: how the store stands, the days, the picture of a job, the close. */
import { beforeAll, describe, expect, it } from "vitest"
import { ask } from "../../kit/hub.ts"
import { API_KEY, aStoreConfig, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const STATE = "/api/lan/v1/state"
const DAYS = "/api/lan/v1/days"
const SPOOL = "/api/lan/v1/spool"
const NO_JOB = "0190a000-0000-7000-8000-000000000000"
const FISCAL = {
  environment: "SANDBOX",
  gateway: true,
  provider: "sandbox",
  points: [{ side: "appliance", establishment: "001", emissionPoint: "002" }],
}

let box: LoneBox
let managerKey: string
const call = (method: string, path: string, body?: unknown) => box.call(method, path, body, managerKey)
const state = async () => (await call("GET", STATE)).body.data

beforeAll(async () => {
  const config = aStoreConfig()
  const legal = { legalName: "Acme", govIdType: "RUC", govIdNumber: "1790012344001" }
  box = await openLoneBox({ printer: true, config: { ...config, store: { ...config.store, legal, fiscal: FISCAL } } })
  const code = box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
  const paired = await ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
  managerKey = paired.body.data.key
})

describe("the store's state", () => {
  it("is only for the manager's screen", async () => {
    for (const path of [STATE, DAYS, "/api/lan/v1/parked"]) {
      expect((await box.call("GET", path, undefined, API_KEY)).status).toBe(403)
      expect((await box.call("GET", path)).status).toBe(403)
    }
  })

  it("is shown before the first day as well", async () => {
    expect(await state()).toMatchObject({
      day: null,
      sales: [],
      openOrders: { count: 0, amount: 0 },
      line: { claimed: false, link: "down", parked: 0, clockSkewMs: null },
      fiscal: { is: "on", points: [{ point: "001-002", operation: "ISSUE", last: null, state: "fine" }, {}] },
      printers: [{ width: 42, pages: expect.arrayContaining(["cp858"]), page: null }],
    })
  })

  it("counts a day's sales by hour and method, and open matters", async () => {
    await call("POST", DAYS)
    const createdAt = box.clock.iso()
    const response = await call("POST", ORDERS, orderBody({ createdAt, total: "3.5000" }))
    await call("POST", `${ORDERS}/${response.body.data.id}/confirm-payment`, charge({ amount: "3.5" }))
    await call("POST", ORDERS, orderBody({ createdAt }))
    const now = await state()
    expect(now.sales).toMatchObject([
      {
        currencyCode: "USD",
        transactions: 1,
        amount: 35_000,
        methods: [{ code: "CASH", transactions: 1, amount: 35_000 }],
        hours: [{ hour: 13, transactions: 1, amount: 35_000 }],
      },
    ])
    expect(now.openOrders).toMatchObject({ count: 1, amount: 65_000, first: [{ total: 65_000, paid: false }] })
    expect(now.fiscal.points[0].last).toBe(1)
    expect(now.line.unsent).toBe(now.line.made)
    expect(now.line.oldestUnsentAt).toBe(createdAt)
  })
})

describe("a day with sales that nobody opened", () => {
  it("is shown with its sales, and can be previewed and closed", async () => {
    const config = aStoreConfig()
    const other = await openLoneBox({ printer: true, config })
    const code = other.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
    const paired = await ask(`${other.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
    const manage = (method: string, path: string) => other.call(method, path, undefined, paired.body.data.key)
    const createdAt = other.clock.iso()
    const made = await other.call("POST", ORDERS, orderBody({ createdAt, total: "3.5000" }), API_KEY)
    const orderId = made.body.data.id
    await other.call("POST", `${ORDERS}/${orderId}/confirm-payment`, charge({ amount: "3.5" }), API_KEY)

    const { day, sales } = (await manage("GET", STATE)).body.data
    expect(day).toMatchObject({ businessDayDate: "2026-11-21", status: "open", openedAt: null })
    expect(sales).toMatchObject([{ transactions: 1, amount: 35_000 }])
    const paper = await manage("GET", `${DAYS}/2026-11-21/preview`)
    expect(paper.body.data).toMatchObject({ closed: false, svg: expect.stringMatching(/^<svg/) })
    expect((await manage("POST", `${DAYS}/2026-11-21/close`)).body.data.status).toBe("closed")
    expect((await manage("GET", STATE)).body.data.day).toMatchObject({ status: "closed", openedAt: null })
  })
})

describe("a job of the print queue", () => {
  it("is shown as its printer prints it", async () => {
    const printed = await call("POST", "/api/lan/v1/prints", { document: "test_page" })
    const { jobId } = printed.body.data
    const { body } = await call("GET", `${SPOOL}/${jobId}/picture`)
    expect(body.data).toMatchObject({ jobId, width: 42, svg: expect.stringMatching(/^<svg/) })
  })

  it("of the drawer has no picture", async () => {
    const opened = await call("POST", "/api/lan/v1/drawer", { reason: "change" })
    const { body } = await call("GET", `${SPOOL}/${opened.body.data.jobId}/picture`)
    expect(body.data).toMatchObject({ width: null, svg: null })
  })

  it("that is unknown is not found", async () => {
    expect((await call("GET", `${SPOOL}/${NO_JOB}/picture`)).status).toBe(404)
    expect((await call("GET", `${SPOOL}/nothing/picture`)).status).toBe(400)
  })
})

describe("closing a day on the manager's page", () => {
  const close = (date: string) => call("POST", `${DAYS}/${date}/close`)

  it("is refused for an unknown day", async () => {
    expect((await close("2020-01-01")).body.error).toBe("CONFLICT")
    expect((await close("yesterday")).body.error).toBe("VALIDATION_ERROR")
  })

  it("is the public close: it force-closes, and a repeat changes nothing", async () => {
    const closed = await close("2026-11-21")
    expect(closed.body.data).toMatchObject({ status: "closed", alreadyClosed: false })
    expect(closed.body.data.forceClosedOrders).toHaveLength(1)
    expect((await close("2026-11-21")).body.data).toMatchObject({ alreadyClosed: true, late: [] })
    expect((await state()).day).toMatchObject({ status: "closed" })
  })

  it("shows the day in the list, without late orders", async () => {
    const { days } = (await call("GET", DAYS)).body.data
    expect(days).toMatchObject([
      {
        businessDayDate: "2026-11-21",
        status: "closed",
        figures: [{ gross: 35_000, forceClosed: { transactions: 1 } }],
        late: [],
      },
    ])
  })
})

describe("a dead letter", () => {
  const settle = (body: unknown) => call("POST", "/api/lan/v1/parked/none/settle", body)

  it("that is unknown is not found, and a person gives a reason", async () => {
    expect((await settle({ as: "retry", reason: "asked headquarters" })).body.error).toBe("NOT_FOUND")
    expect((await settle({ as: "retry", reason: "" })).body.error).toBe("VALIDATION_ERROR")
    expect((await call("GET", "/api/lan/v1/parked")).body.data.ops).toEqual([])
  })
})

describe("once the store has staff", () => {
  it("nobody reads or closes without a PIN", async () => {
    const first = { id: NO_JOB, name: "Rosa", role: "manager", pin: "482913" }
    expect((await call("POST", "/api/lan/v1/staff", first)).status).toBe(201)
    const asked = [
      await call("GET", STATE),
      await call("GET", DAYS),
      await call("POST", `${DAYS}/2026-11-21/close`),
      await call("POST", "/api/lan/v1/parked/none/settle", { as: "dismiss", reason: "no use" }),
    ]
    expect(asked.map(({ status, body }) => [status, body.error])).toEqual(
      asked.map(() => [401, "STAFF_SIGN_IN_REQUIRED"]),
    )
  })
})
