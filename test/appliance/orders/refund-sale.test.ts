/** Refunds of completed sales at the register (docs/contract/cancellation.md#refund-a-completed-order). */
import { beforeEach, describe, expect, it } from "vitest"
import { auditOf, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LAN = "/api/lan/v1"
const SHIFT = "019aa000-0000-7000-8000-0000000000f1"
const UNKNOWN = "019aa000-0000-7000-8000-0000000000ff"
const idOf = (n: number) => `019aa000-0000-7000-8000-00000000a0${String(n).padStart(2, "0")}`

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox({ printer: true })
  await box.call("POST", `${LAN}/days`, undefined)
  const shift = { shiftId: SHIFT, operatorUid: "ana", operatorName: "Ana", currency: "USD", openingBalance: 20 }
  expect((await box.call("POST", `${LAN}/shifts`, shift)).status).toBe(201)
})

async function sold(options: Parameters<typeof orderBody>[0] = { channel: "POS", paid: "CASH" }) {
  const { id, status } = (await box.call("POST", ORDERS, orderBody(options))).body.data
  expect(status).toBe("COMPLETED")
  return (await read(id)) as { id: string; orderCode: string; orderLines: { lineId: string }[] }
}

const read = async (id: string) => (await box.call("GET", `${ORDERS}/${id}`)).body.data
const refund = (id: string, body: object) =>
  box.call("POST", `${LAN}/orders/${id}/refunds`, { refundId: idOf(1), reason: "Cold food", ...body })
const refundable = async (id: string) => (await box.call("GET", `${LAN}/orders/${id}/refundable`)).body.data
async function firstPaper(): Promise<string> {
  await box.printer?.waitForReceipts(1)
  return box.printer?.receipts[0]?.text ?? ""
}

describe("a refund at the register", () => {
  it("in cash lowers the drawer, is kept at the order and in the audit log, and prints a slip", async () => {
    const { id, orderCode, orderLines } = await sold()
    expect(await refundable(id)).toMatchObject({
      amount: "65000",
      lines: [{ lineId: orderLines[0]?.lineId, quantity: 1, amount: "65000" }],
      methods: [{ method: "CASH", amount: "65000", byProvider: false }],
    })
    box.clock.advance(60_000)
    const made = await refund(id, { amount: "2.50" })
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { amount: "25000", tenders: [{ method: "CASH", amount: "25000" }], operatorUid: "ana", approvedBy: null },
    ])
    expect(await read(id)).toMatchObject({ status: "COMPLETED", metadata: { refunded: "25000" }, refunds: [{}] })
    expect(await auditOf(box, "refund.sale")).toMatchObject([
      { subject: orderCode, detail: { method: "CASH", amount: 2.5, currency: "USD", note: "Cold food" } },
    ])
    expect(await firstPaper()).toMatch(
      new RegExp(`DEVOLUCIÓN[^]*${orderCode}[^]*Cold food[^]*Efectivo +\\$2,50[^]*Firma`),
    )
    box.clock.advance(60_000)
    const counted = [{ denomination: 1, count: 24 }]
    const closed = await box.call("POST", `${LAN}/shifts/${SHIFT}/close`, { counted, reason: "OTHER" })
    expect([closed.status, closed.body.data.systemCash, closed.body.data.discrepancy]).toEqual([201, 24, 0])
  })

  it("sent twice is made once", async () => {
    const { id } = await sold()
    const first = await refund(id, { amount: 1 })
    const made = box.made()
    const again = await refund(id, { amount: 1 })
    expect([again.status, again.body.data, box.made()]).toEqual([200, first.body.data, made])
  })

  it("of the whole sale leaves nothing to refund, and its slip can be printed again", async () => {
    const { id } = await sold()
    const { voidUntil } = await refundable(id)
    expect(Date.parse(voidUntil)).toBeGreaterThan(Date.parse(box.clock.iso()))
    expect((await refund(id, {})).status).toBe(201)
    expect(await refundable(id)).toMatchObject({ amount: "0", lines: [], methods: [], voidUntil: null })
    const more = await refund(id, { refundId: idOf(2) })
    expect([more.status, more.body.error]).toEqual([409, "CONFLICT"])
    const slip = { document: "refund_slip", subject: id, refundId: idOf(1) }
    expect((await box.call("POST", `${LAN}/prints`, slip)).status).toBe(202)
    expect((await box.call("POST", `${LAN}/prints`, { ...slip, refundId: idOf(2) })).status).toBe(404)
  })

  it("stands among the refunds of its day, and the sale among the sales", async () => {
    const { id } = await sold()
    await refund(id, { amount: 2 })
    const preview = await box.call("GET", `${LAN}/days/${(await read(id)).businessDayDate}/preview`)
    const { plainText } = preview.body.data.job.paper
    expect(plainText).toMatch(/Ventas brutas +6,50/)
    expect(plainText).toMatch(/Devoluciones Efectivo +1 +2,00/)
  })

  it.each([
    ["of lines and an amount at once", { amount: 1, lines: [{ lineId: "1", quantity: 1 }] }, 400],
    ["of more decimals than money has", { amount: "1.00005" }, 400],
    ["of nothing", { amount: 0 }, 400],
    ["of more than was paid", { amount: 7 }, 409],
    ["without a reason", { reason: " " }, 400],
    ["by a method that did not pay", { amount: 1, method: "CARD" }, 400],
  ])("%s is refused and changes nothing", async (_what, body, status) => {
    const { id } = await sold()
    const made = box.made()
    expect((await refund(id, body)).status).toBe(status)
    expect([box.made(), (await read(id)).refunds]).toEqual([made, undefined])
  })

  it("of an unknown order or one that is not completed is refused", async () => {
    expect((await refund(UNKNOWN, {})).status).toBe(404)
    const open = (await box.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "CASH" }))).body.data
    expect((await refund(open.id, {})).body.error).toBe("CONFLICT")
  })

  it("in cash needs an open shift", async () => {
    const { id } = await sold()
    await box.call("POST", `${LAN}/shifts/${SHIFT}/close`, { counted: [], reason: "OTHER" })
    expect((await refund(id, {})).status).toBe(409)
  })
})
