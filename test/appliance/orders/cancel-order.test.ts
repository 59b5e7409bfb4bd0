/** Cancelling on the box, over the LAN, with the cable never plugged in. */
import { beforeEach, describe, expect, it } from "vitest"
import { type LoneBox, openLoneBox, READER_KEY } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const PARTNER = "/api/v1/adapters/partner"
const REASON = { reason: "El cliente se retiró", cancellationType: "customer-left" }
const TOGETHER = 20
const DAY = "2026-11-21"

const cancelPath = (order: string, query = "") => `${PARTNER}/stores/orders/${order}/cancel${query}`

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox()
})

async function create(options: Parameters<typeof orderBody>[0] = {}) {
  const body = orderBody(options)
  const { id } = (await box.call("POST", ORDERS, body)).body.data
  return { id, external: body.orderId }
}

const read = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).body.data

describe("cancelling an order", () => {
  it("removes it from the day once, and notifies the hub", async () => {
    const { id, external } = await create()
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, () => box.call("POST", cancelPath(external), REASON)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(TOGETHER).fill(200))
    const another = await box.call("POST", cancelPath(external), { ...REASON, reason: "Ya no hay pan" })
    expect([another.status, another.body.code]).toEqual([409, "ORDER_NOT_CANCELLABLE"])
    expect(await read(id)).toMatchObject({
      status: "CANCELLED",
      paymentStatus: "CANCELED",
      metadata: { cancellation: { type: "customer-left", group: "account", by: "device:pos-1" } },
    })
    // Sold, cancelled, and the trail of who cancelled.
    expect(box.made()).toBe(3)
  })

  it("that was prepaid in cash leaves money to return", async () => {
    const { id, external } = await create({ channel: "WEB", paid: "CASH" })
    const answer = await box.call("POST", cancelPath(external), REASON)
    const reasonDetail = "El pedido estaba pagado y su dinero, o una parte, aún no se ha devuelto."
    expect([answer.status, answer.body.data]).toMatchObject([200, { reasonDetail }])
    expect(await read(id)).toMatchObject({
      paymentStatus: "CANCELED",
      metadata: { cancellation: { refunds: [], toReturn: [{ method: "CASH", amount: "65000" }] } },
    })
  })

  it("paid through a provider is left to the hub, and the order is unchanged", async () => {
    const { id, external } = await create({ channel: "WEB", paid: "LINK" })
    const answer = await box.call("POST", cancelPath(external), REASON)
    expect([answer.status, answer.body.code]).toEqual([409, "REFUND_FAILED"])
    expect(await read(id)).toMatchObject({ status: "OPEN", paymentStatus: "SUCCEEDED" })
  })

  it("is refused as at the hub: closed, another day, the account's rule, an aggregator's type", async () => {
    const completed = await create({ paid: "CASH" })
    const old = await create({ createdAt: "2026-11-20T12:30:00-05:00" })
    const late = await create({ createdAt: "2026-11-21T11:30:00-05:00" })
    const glovo = await create({ channel: "GLOVO" })
    const codes = []
    for (const { external } of [completed, old, late, glovo, { external: "nothing" }]) {
      codes.push((await box.call("POST", cancelPath(external, "?locale=en"), REASON)).body.code)
    }
    expect(codes).toEqual([
      "ORDER_NOT_CANCELLABLE",
      "BUSINESS_DAY_CLOSED",
      "CANCELLATION_POLICY_DENIED",
      "VALIDATION_ERROR",
      "NOT_FOUND",
    ])
    expect(box.made()).toBe(4)
  })

  it("of a closed day is BUSINESS_DAY_CLOSED; its figures include what was cancelled before", async () => {
    await box.call("POST", "/api/lan/v1/days")
    const wish = { createdAt: "2026-11-21T13:00:00-05:00" }
    const cancelled = await create(wish)
    await box.call("POST", cancelPath(cancelled.external), REASON)
    const kept = await create(wish)
    await box.call("POST", `${ORDERS}/${kept.id}/confirm-payment`, charge({}))
    const store = (await read(kept.id)).storeId
    const closed = await box.call("POST", `/api/v1/core/external/stores/${store}/days/${DAY}/close`)
    expect(closed.body.data).toMatchObject({
      forceClosedOrders: [],
      figures: [{ gross: 65000, transactions: 1, cancellations: { transactions: 1, amount: 65000 } }],
    })
  })

  it("needs a key that may write", async () => {
    const { external } = await create()
    expect((await box.call("POST", cancelPath(external), REASON, READER_KEY)).status).toBe(403)
  })
})

describe("the check of a cancellation, and the reasons", () => {
  it("returns the verdict of a cancellation, and changes nothing", async () => {
    const { id, external } = await create()
    const before = await read(id)
    box.clock.advance(45 * 60_000)
    const { eligible, ...verdict } = (await box.call("GET", `${cancelPath(external)}/eligibility?locale=pt`)).body.data
    expect([eligible, verdict.threshold]).toEqual([false, { limit: 60, actual: 75, unit: "minutes" }])
    expect((await box.call("POST", cancelPath(external), REASON)).body).toMatchObject(verdict)
    expect(await read(id)).toEqual(before)
  })

  it("lists what can be chosen on a channel", async () => {
    const answer = await box.call("GET", `${PARTNER}/cancellation-reasons?channel=GLOVO`)
    expect(answer.body.data).toEqual({
      channel: "GLOVO",
      reasons: [{ id: "rider-missing", text: "Sin repartidor", channels: ["GLOVO"], group: "aggregator" }],
    })
  })
})
