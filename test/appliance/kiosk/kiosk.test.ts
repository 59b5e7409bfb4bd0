import { beforeAll, describe, expect, it } from "vitest"
import type { StoreMenu } from "../../../protocol/shapes/menu.ts"
import { aStoreConfig, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS } from "../../kit/order-bodies.ts"

const KIOSK = "/api/lan/v1/kiosk"
const MINE = `${KIOSK}/orders`

const part = { taxes: [], station: null, modifierGroups: [], available: true }
const menu: StoreMenu = {
  currency: "USD",
  categories: [{ id: "all", name: "Todo", products: ["burger", "juice"] }],
  products: [
    { ...part, productId: "burger", name: "Hamburguesa", type: "PRODUCTO", price: "60000", modifierGroups: ["side"] },
    { ...part, productId: "juice", name: "Jugo", type: "PRODUCTO", price: "25000" },
    { ...part, productId: "fries", name: "Papas", type: "MODIFIER", price: "5000" },
  ],
  modifierGroups: [{ id: "side", name: "Con", type: "RADIO", minOptions: 1, maxOptions: 1, options: ["fries"] }],
  paymentMethods: [],
}
const BURGER = { productId: "burger", quantity: 1, choices: [{ groupId: "side", productId: "fries" }] }
const JUICE = { productId: "juice", quantity: 2, choices: [] }

let serial = 0
const uuid = () => `0193e000-0000-7000-8000-${String(++serial).padStart(12, "0")}`
const basket = (over: object = {}) => ({
  orderId: uuid(),
  fulfillment: "TAKE_AWAY",
  lines: [BURGER, JUICE],
  total: "115000",
  ...over,
})

let box: LoneBox
const keys: Record<string, string> = {}

beforeAll(async () => {
  const methods = [
    { methodId: uuid(), code: "CASH", name: "Efectivo" },
    { methodId: uuid(), code: "LINK", name: "Link de pago" },
  ]
  box = await openLoneBox({ config: { ...aStoreConfig(), menu, registerMethods: methods }, printer: true })
  for (const deviceId of ["kiosk-1", "kiosk-2"]) {
    const code = box.box.pairingCode({ kind: "kiosk", deviceId })
    keys[deviceId] = (await box.call("POST", "/api/lan/v1/pair", { code }, null)).body.data.key
  }
})

const as = (device: string) => (method: string, path: string, body?: unknown) =>
  box.call(method, path, body, keys[device])
const kiosk = (method: string, path: string, body?: unknown) => as("kiosk-1")(method, path, body)

describe("before the day is open", () => {
  it("the kiosk says that the store does not sell, and accepts no order", async () => {
    expect((await kiosk("GET", KIOSK)).body.data).toMatchObject({ selling: false, online: false })
    const answer = await kiosk("POST", MINE, basket())
    expect([answer.status, answer.body.data]).toEqual([409, { why: "closed" }])
  })
})

describe("an order of a kiosk", () => {
  beforeAll(async () => {
    expect((await box.call("POST", "/api/lan/v1/days")).status).toBe(201)
  })

  it("shows what is sold, without the registers' data", async () => {
    expect((await kiosk("GET", KIOSK)).body.data).toMatchObject({
      selling: true,
      linkMethods: [{ code: "LINK", name: "Link de pago" }],
    })
    const { data } = (await kiosk("GET", `${KIOSK}/menu`)).body
    expect(Object.keys(data).sort()).toEqual(["categories", "currency", "menuMark", "modifierGroups", "products"])
  })

  it("is open, priced by the box, created once, and found by its number at the counter", async () => {
    const body = basket({ buyer: { name: "Ana", govIdType: "CEDULA", govIdNumber: "1710034065" } })
    const response = await kiosk("POST", MINE, body)
    expect([response.status, response.body.data]).toMatchObject([201, { status: "OPEN", paid: false, total: "115000" }])
    const again = await kiosk("POST", MINE, body)
    expect([again.status, again.body.data]).toEqual([200, response.body.data])
    const { orderCode, id } = response.body.data
    expect(orderCode).toMatch(/^K-\d{3}$/)
    const { openOrders } = (await box.call("GET", "/api/lan/v1/today")).body.data
    expect(openOrders.filter((order: { orderCode: string }) => order.orderCode === orderCode)).toMatchObject([
      { id, channel: "KIOSK", total: "115000", paid: false },
    ])
    const order = (await box.call("GET", `${ORDERS}/${id}`)).body.data
    expect(order).toMatchObject({ stationId: "kiosk-1", customer: { govIdNumber: "1710034065" }, payments: [] })

    const paid = charge({ amount: 11.5 })
    expect((await box.call("POST", `${ORDERS}/${id}/confirm-payment`, paid)).status).toBe(200)
    expect((await kiosk("GET", `${MINE}/${body.orderId}`)).body.data).toMatchObject({ status: "COMPLETED", paid: true })
    expect((await kiosk("POST", MINE, body)).body.data).toMatchObject({ orderCode, paid: true })
  })

  it("gets a number of the sequence that all kiosks share", async () => {
    const codes = []
    for (const device of ["kiosk-1", "kiosk-2", "kiosk-1"]) {
      codes.push((await as(device)("POST", MINE, basket())).body.data.orderCode)
    }
    expect(new Set(codes).size).toBe(3)
    expect(codes).toEqual([...codes].sort())
  })

  it.each([
    ["a price of its own", { lines: [{ ...BURGER, unitPrice: 1 }] }, "lines.0.unitPrice"],
    ["money that it says it took", { payments: { status: "SUCCEEDED" } }, "payments"],
    [
      "a document with a wrong digit",
      { buyer: { govIdType: "CEDULA", govIdNumber: "1710034066" } },
      "buyer.govIdNumber",
    ],
    ["nothing", { lines: [] }, "lines"],
    ["less than one", { lines: [{ ...JUICE, quantity: 0 }] }, "lines.0.quantity"],
  ])("refuses %s, and changes nothing", async (_what, over, path) => {
    const body = basket(over)
    const answer = await kiosk("POST", MINE, body)
    expect([answer.status, answer.body.error, answer.body.details[0].path]).toEqual([400, "VALIDATION_ERROR", path])
    expect((await kiosk("GET", `${MINE}/${body.orderId}`)).status).toBe(404)
  })

  it("is refused if the guest saw another price", async () => {
    const answer = await kiosk("POST", MINE, basket({ total: "1" }))
    expect([answer.status, answer.body.data]).toEqual([409, { why: "price", total: "115000" }])
  })

  it("is refused for products that the menu lacks, with their place", async () => {
    const pizza = { productId: "pizza", quantity: 1, choices: [] }
    const answer = await kiosk("POST", MINE, basket({ lines: [BURGER, pizza] }))
    expect([answer.status, answer.body.data]).toEqual([409, { why: "menu", lines: [1] }])
  })
})

describe("a kiosk's key", () => {
  let mine: { orderId: string; id: string }
  beforeAll(async () => {
    mine = (await kiosk("POST", MINE, basket())).body.data
  })

  it.each([
    ["GET", () => ORDERS],
    ["GET", () => `${ORDERS}/${mine.id}`],
    ["POST", () => `${ORDERS}/${mine.id}/confirm-payment`],
    ["POST", () => ORDERS],
    ["GET", () => "/api/lan/v1/today"],
    ["POST", () => "/api/lan/v1/drawer"],
    ["POST", () => "/api/lan/v1/prints"],
    ["POST", () => `/api/lan/v1/orders/${mine.id}/charge`],
    ["POST", () => `/api/v1/adapters/partner/stores/orders/${mine.id}/cancel`],
  ])("may not %s what a register or an integrator may (%#)", async (method, path) => {
    const answer = await kiosk(method, path(), method === "POST" ? {} : undefined)
    expect([answer.status, answer.body.error ?? answer.body.code]).toEqual([403, "FORBIDDEN"])
  })

  it("sees no other kiosk's orders, and cannot use their ids", async () => {
    const other = as("kiosk-2")
    const path = `${MINE}/${mine.orderId}`
    const answers = await Promise.all([
      other("GET", path),
      other("GET", `${path}/charge`),
      other("POST", `${path}/charge`, { methodCode: "LINK" }),
      other("POST", `${path}/locator`, { jobId: uuid() }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await other("POST", MINE, basket({ orderId: mine.orderId }))).status).toBe(409)
  })

  it("gets no payment link while the hub is away, and is told so", async () => {
    const answer = await kiosk("POST", `${MINE}/${mine.orderId}/charge`, { methodCode: "LINK" })
    expect([answer.status, answer.body.error]).toEqual([503, "SERVICE_UNAVAILABLE"])
    const cash = await kiosk("POST", `${MINE}/${mine.orderId}/charge`, { methodCode: "CASH" })
    expect(cash.status).toBe(409)
    expect((await kiosk("GET", `${MINE}/${mine.orderId}/charge`)).body.data).toMatchObject({
      paid: false,
      online: false,
    })
  })
})

describe("the paper with the number", () => {
  const print = (orderId: string, jobId: string) => kiosk("POST", `${MINE}/${orderId}/locator`, { jobId })

  it("is printed once, however often it is requested", async () => {
    const { orderId, orderCode } = (await kiosk("POST", MINE, basket())).body.data
    const jobId = uuid()
    await print(orderId, jobId)
    await expect.poll(async () => (await print(orderId, jobId)).body.data.paper).toBe("printed")
    const { jobs } = (await box.call("GET", "/api/lan/v1/spool")).body.data
    const mine = jobs.filter((job: { title: string }) => job.title === `kiosk_locator ${orderCode}`)
    expect(mine).toMatchObject([{ status: "printed", copyNumber: 0 }])
    const other = (await kiosk("POST", MINE, basket())).body.data
    expect((await print(other.orderId, jobId)).status).toBe(409)
  })

  it("that cannot be printed is reported; the order is valid, and the paper comes later", async () => {
    box.printer?.set({ paperOut: true })
    const { orderId } = (await kiosk("POST", MINE, basket())).body.data
    const jobId = uuid()
    await print(orderId, jobId)
    await expect.poll(async () => (await print(orderId, jobId)).body.data.paper).toBe("failed")
    expect((await kiosk("GET", `${MINE}/${orderId}`)).body.data.status).toBe("OPEN")
    box.printer?.set({ paperOut: false })
    await expect.poll(async () => (await print(orderId, jobId)).body.data.paper).toBe("printed")
  })
})
