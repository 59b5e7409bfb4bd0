/** Money of a cancelled order that no provider took: listed at the store until somebody records that the guest has it. */
import { beforeEach, describe, expect, it } from "vitest"
import { pairScreen } from "../../kit/kitchen.ts"
import { auditOf, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LAN = "/api/lan/v1"
const REASON = { reason: "El cliente se retiró" }
const SHIFT = "019aa000-0000-7000-8000-0000000000f1"

let box: LoneBox
let manager: string

beforeEach(async () => {
  box = await openLoneBox()
  manager = (await pairScreen(box, "manager", "manager-1")).key
})

async function cancelled(options: Parameters<typeof orderBody>[0] = { channel: "WEB", paid: "CASH" }) {
  const body = { ...orderBody(options), client: { name: "Ana", lastName: "Pérez" } }
  const { id } = (await box.call("POST", ORDERS, body)).body.data
  const path = `/api/v1/adapters/partner/stores/orders/${body.orderId}/cancel`
  expect((await box.call("POST", path, REASON)).status).toBe(200)
  return { id, code: body.orderCode }
}

const listed = async () => [
  (await box.call("GET", `${LAN}/today`, undefined)).body.data.moneyToReturn,
  (await box.call("GET", `${LAN}/state`, undefined, manager)).body.data.moneyToReturn,
]
const record = (id: string, body: object, key = box.registerKey) =>
  box.call("POST", `${LAN}/orders/${id}/refund-recorded`, body, key)
const read = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).body.data

describe("money to return", () => {
  it("is listed with amount, method and guest at register and manager's page until its refund is recorded", async () => {
    const { id, code } = await cancelled()
    await cancelled({ channel: "WEB" })
    const item = {
      orderId: id,
      orderCode: code,
      money: [{ method: "CASH", amount: "65000" }],
      currencyCode: "USD",
      guest: "Ana Pérez",
      since: box.clock.iso(),
      paidTwice: [],
    }
    expect(await listed()).toEqual([[item], [item]])
    const made = box.made()
    const answer = await record(id, { source: "elsewhere", note: "transfer 77" }, manager)
    expect([answer.status, answer.body.data.paymentStatus]).toEqual([200, "REFUNDED"])
    expect(await listed()).toEqual([[], []])
    const recorded = { source: "elsewhere", operatorUid: null, note: "transfer 77", recordedBy: "device:manager-1" }
    const order = await read(id)
    expect(order).toMatchObject({
      paymentStatus: "REFUNDED",
      metadata: { cancellation: { refunds: [{ method: "CASH", amount: "65000", by: "store", recorded }] } },
    })
    expect(order.metadata.cancellation).not.toHaveProperty("toReturn")
    // The order, and the audit log's entry.
    expect(box.made()).toBe(made + 2)
    expect(await auditOf(box, "refund.record")).toMatchObject([
      { subject: code, detail: { method: "CASH", amount: 6.5 } },
    ])
  })

  it("is recorded once: a repeat gets the same answer and changes nothing", async () => {
    const { id } = await cancelled()
    const first = await record(id, { source: "elsewhere" })
    const made = box.made()
    box.clock.advance(60_000)
    expect((await record(id, { source: "elsewhere", note: "again" })).body).toEqual(first.body)
    expect(box.made()).toBe(made)
  })

  it("in cash comes out of an open shift's drawer, and lowers its cash", async () => {
    const { id } = await cancelled()
    expect((await record(id, { source: "drawer" })).status).toBe(409)
    await box.call("POST", `${LAN}/days`, undefined)
    const shift = { shiftId: SHIFT, operatorUid: "ana", operatorName: "Ana", currency: "USD", openingBalance: 20 }
    expect((await box.call("POST", `${LAN}/shifts`, shift)).status).toBe(201)
    box.clock.advance(60_000)
    expect((await record(id, { source: "drawer" })).status).toBe(200)
    box.clock.advance(60_000)
    const counted = [
      { denomination: 1, count: 13 },
      { denomination: 0.5, count: 1 },
    ]
    const closed = await box.call("POST", `${LAN}/shifts/${SHIFT}/close`, { counted, reason: "OTHER" })
    expect([closed.status, closed.body.data.systemCash, closed.body.data.discrepancy]).toEqual([201, 13.5, 0])
  })

  it("is refused for an order without any, and for an unknown one", async () => {
    const { id } = await cancelled({ channel: "WEB" })
    expect((await record(id, { source: "elsewhere" })).status).toBe(409)
    expect((await record("019aa000-0000-7000-8000-0000000000ff", { source: "elsewhere" })).status).toBe(404)
  })
})
