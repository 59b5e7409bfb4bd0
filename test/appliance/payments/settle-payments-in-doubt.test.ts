/** A payment that nobody knows the outcome of, at a real box: held, in the way of every close, and settled by a person. */
import { beforeAll, describe, expect, it } from "vitest"
import { returnTender, settleTenders } from "../../../protocol/http/payments-in-doubt.ts"
import { auditOf, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const DAY = "/api/v1/core/external/stores"
const SHIFT = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77"

let lone: LoneBox
let made = 0

const tender = (id: string, amount: string, method = "CARD") => ({
  transaction_id: id,
  status: "approved",
  amount,
  currency_code: "USD",
  method,
  occurred_at: "2026-11-21T18:00:00.000Z",
})

const TOTAL = String(orderBody().payments.totals.find(({ code }) => code === "TOTAL")?.amount)
const HALF = (Number(TOTAL) / 2).toFixed(4)

beforeAll(async () => {
  lone = await openLoneBox()
  await lone.call("POST", "/api/lan/v1/days")
  const shift = { shiftId: SHIFT, operatorUid: "c-7", operatorName: "María", currency: "USD", openingBalance: 0 }
  expect((await lone.call("POST", "/api/lan/v1/shifts", shift)).status).toBe(201)
})

async function orderInDoubt(...payments: ReturnType<typeof tender>[]) {
  made += 1
  const order = await lone.call("POST", ORDERS, orderBody({ orderId: `doubt-${made}` }))
  const { id, orderCode } = order.body.data
  const doubtId = payments[0]?.transaction_id ?? ""
  const held = await lone.call("POST", `/api/lan/v1/orders/${id}/doubts`, { doubtId, payments })
  return { id, orderCode, doubtId, held }
}

const settle = (doubtId: string, outcome: string) =>
  lone.call("POST", settleTenders.path.replace(":doubtId", doubtId), { outcome })
const inDoubt = async () => (await lone.call("GET", "/api/lan/v1/today")).body.data.tendersInDoubt
const takenFor = async (id: string) =>
  (await lone.call("GET", "/api/lan/v1/today")).body.data.openOrders.find((order: { id: string }) => order.id === id)
    ?.taken
const orderNow = async (id: string) => (await lone.call("GET", `${ORDERS}/${id}`)).body.data

describe("a payment in doubt", () => {
  it("is listed, blocks both closes, and charges the order once it is confirmed", async () => {
    const { id, orderCode, doubtId, held } = await orderInDoubt(tender("t-1", TOTAL))
    expect(held).toMatchObject({ status: 201, body: { data: { doubtId: "t-1", orderCode, method: "CARD" } } })
    expect(await inDoubt()).toMatchObject([{ doubtId, orderId: id, amount: TOTAL, terminal: "pos-1" }])
    const again = await lone.call("POST", `${ORDERS}/${id}/confirm-payment`, { payments: [tender("t-1b", TOTAL)] })
    expect(again).toMatchObject({ status: 409, body: { error: "CONFLICT" } })
    const twice = { doubtId: "t-1c", payments: [tender("t-1c", TOTAL)] }
    const other = await lone.call("POST", `/api/lan/v1/orders/${id}/doubts`, twice)
    expect(other).toMatchObject({ status: 409, body: { error: "CONFLICT" } })
    const { storeId, businessDayDate } = (await lone.call("GET", "/api/lan/v1/today")).body.data.day
    const closed = await lone.call("POST", `${DAY}/${storeId}/days/${businessDayDate}/close`)
    expect(closed).toMatchObject({ status: 409 })
    const counted = await lone.call("POST", `/api/lan/v1/shifts/${SHIFT}/close`, {
      counted: [],
      reason: "COUNTING_ERROR",
    })
    expect(counted).toMatchObject({ status: 409 })
    expect((await orderNow(id)).status).toBe("OPEN")
    expect((await settle(doubtId, "paid")).body.data).toMatchObject({ outcome: "paid", taken: [] })
    expect(await orderNow(id)).toMatchObject({ status: "COMPLETED", payments: [{ transactionId: "t-1" }] })
    expect(await inDoubt()).toEqual([])
    expect(await settle(doubtId, "not_paid")).toMatchObject({ status: 409 })
  })

  it("that was not paid is recorded as declined, and money taken with it returns to the register", async () => {
    const { id, doubtId } = await orderInDoubt(tender("t-2", HALF), tender("t-3", HALF, "CASH"))
    const { body } = await settle(doubtId, "not_paid")
    expect(body.data).toMatchObject({ outcome: "not_paid", taken: [{ transaction_id: "t-3", method: "CASH" }] })
    expect(await orderNow(id)).toMatchObject({
      status: "OPEN",
      payments: [{ transactionId: "t-2", status: "declined" }],
    })
    expect(await inDoubt()).toEqual([])
    // Whoever charges it, at whatever register, finds it with the order until that is charged.
    expect(await takenFor(id)).toMatchObject([{ transaction_id: "t-3", method: "CASH", amount: HALF }])
    const rest = [tender("t-3", HALF, "CASH"), tender("t-3b", HALF, "CASH")]
    expect((await lone.call("POST", `${ORDERS}/${id}/confirm-payment`, { payments: rest })).status).toBe(200)
    expect(await takenFor(id)).toBeUndefined()
  })

  it("that was not paid does not return a card that was declined with it: that is recorded too", async () => {
    const refused = { ...tender("t-11", TOTAL), status: "declined" }
    const { id, doubtId } = await orderInDoubt(tender("t-10", HALF), refused, tender("t-12", HALF, "CASH"))
    const { body } = await settle(doubtId, "not_paid")
    expect(body.data.taken).toMatchObject([{ transaction_id: "t-12", method: "CASH" }])
    expect((await orderNow(id)).payments).toMatchObject([
      { transactionId: "t-10", status: "declined" },
      { transactionId: "t-11", status: "declined" },
    ])
    expect(await takenFor(id)).toMatchObject([{ transaction_id: "t-12" }])
  })

  it("has one audit entry for who said what became of it", async () => {
    const { orderCode, doubtId } = await orderInDoubt(tender("t-18", TOTAL))
    expect([(await settle(doubtId, "paid")).status, (await settle(doubtId, "paid")).status]).toEqual([200, 409])
    const told = (await auditOf(lone, "tender.resolve")).filter(({ subject }) => subject === orderCode)
    const detail = { outcome: "paid", method: "CARD", amount: TOTAL, currency: "USD" }
    expect(told).toMatchObject([{ deviceId: "pos-1", detail }])
  })

  it("money taken with it is given back once with an audit entry, and leaves the order", async () => {
    const giveBack = (orderId: string, transactionId: string) =>
      lone.call("POST", returnTender.path.replace(":orderId", orderId).replace(":transactionId", transactionId))
    const { id, orderCode, doubtId } = await orderInDoubt(tender("t-20", HALF), tender("t-21", HALF, "CASH"))
    expect(await giveBack(id, "t-21")).toMatchObject({ status: 409, body: { error: "CONFLICT" } })
    await settle(doubtId, "not_paid")
    expect((await giveBack(id, "t-20")).status).toBe(404)
    expect((await giveBack("nobody", "t-21")).status).toBe(404)
    const [first, again] = [await giveBack(id, "t-21"), await giveBack(id, "t-21")]
    expect([first, again]).toMatchObject([
      { status: 200, body: { data: { transactionId: "t-21" } } },
      { status: 200, body: { data: { transactionId: "t-21" } } },
    ])
    expect(await takenFor(id)).toEqual([])
    const detail = { transactionId: "t-21", method: "CASH", amount: HALF }
    expect(await auditOf(lone, "tender.return")).toMatchObject([{ subject: orderCode, detail }])
    expect(
      (await lone.call("POST", `${ORDERS}/${id}/confirm-payment`, { payments: [tender("t-22", TOTAL)] })).status,
    ).toBe(200)
  })

  it("money taken with it is not given back if it paid the order", async () => {
    const { id, doubtId } = await orderInDoubt(tender("t-30", HALF), tender("t-31", HALF, "CASH"))
    await settle(doubtId, "not_paid")
    const payments = [tender("t-31", HALF, "CASH"), tender("t-32", HALF, "CASH")]
    expect((await lone.call("POST", `${ORDERS}/${id}/confirm-payment`, { payments })).status).toBe(200)
    const path = returnTender.path.replace(":orderId", id).replace(":transactionId", "t-31")
    expect(await lone.call("POST", path)).toMatchObject({ status: 409, body: { error: "ORDER_NOT_OPEN" } })
  })

  it("is stored once, however often it is sent", async () => {
    const { id, doubtId, held } = await orderInDoubt(tender("t-4", TOTAL))
    const payments = [tender("t-4", TOTAL)]
    const again = await lone.call("POST", `/api/lan/v1/orders/${id}/doubts`, { doubtId, payments })
    expect(again).toMatchObject({ status: 200, body: { data: held.body.data } })
    expect(await inDoubt()).toHaveLength(1)
    await settle(doubtId, "paid")
  })

  it("must be one of the payments of an open order", async () => {
    const { id, doubtId } = await orderInDoubt(tender("t-5", TOTAL))
    const hold = (doubt: string, payment: string) =>
      lone.call("POST", `/api/lan/v1/orders/${id}/doubts`, { doubtId: doubt, payments: [tender(payment, TOTAL)] })
    expect(await hold("x", "t-6")).toMatchObject({ status: 400 })
    await settle(doubtId, "paid")
    expect(await hold("t-7", "t-7")).toMatchObject({ status: 409 })
    expect(await settle("nobody's", "paid")).toMatchObject({ status: 404 })
  })
})
