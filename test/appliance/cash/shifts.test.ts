/** A cashier's shift on the box: float, withdrawals, blind count; and the public close that an integrator sends. */
import { beforeEach, describe, expect, it } from "vitest"
import { API_KEY, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, STORE_ID } from "../../kit/orders.ts"

const SHIFTS = "/api/lan/v1/shifts"
const CASH = "/api/v2/external/cash-management/reconciliations"

let box: LoneBox
let shiftId: string

const open = (more: object = {}) => ({
  shiftId,
  operatorUid: "ana",
  operatorName: "Ana Núñez",
  currency: "USD",
  openingBalance: 100,
  ...more,
})

const count = (dollars: number, more: object = {}) => ({
  counted: [
    { denomination: 1, count: Math.floor(dollars) },
    { denomination: 0.01, count: Math.round((dollars % 1) * 100) },
  ],
  reason: "OTHER",
  ...more,
})

/** A sale in cash by Ana, a minute from now. */
async function sellForCash(amount: string): Promise<void> {
  box.clock.advance(60_000)
  const id = (await box.call("POST", ORDERS, orderBody({ total: amount, createdAt: box.clock.iso() }))).body.data.id
  const [tender] = charge({ amount, operator: "ana" }).payments
  await box.call("POST", `${ORDERS}/${id}/confirm-payment`, { payments: [{ ...tender, occurred_at: box.clock.iso() }] })
  box.clock.advance(60_000)
}

beforeEach(async () => {
  box = await openLoneBox()
  shiftId = anId()
  await box.call("POST", "/api/lan/v1/days", undefined)
})

describe("opening a shift", () => {
  it("needs an open day", async () => {
    const other = await openLoneBox()
    expect((await other.call("POST", SHIFTS, open())).body.error).toBe("CONFLICT")
  })

  it("opens once, also when the answer was lost and it is asked again", async () => {
    expect((await box.call("POST", SHIFTS, open())).status).toBe(201)
    expect((await box.call("POST", SHIFTS, open())).status).toBe(200)
    expect((await box.call("GET", "/api/lan/v1/today")).body.data.openShifts).toHaveLength(1)
  })

  it("is refused while another is open at the register, and names whose", async () => {
    await box.call("POST", SHIFTS, open())
    const second = await box.call("POST", SHIFTS, open({ shiftId: anId() }))
    expect([second.status, second.body.error]).toEqual([409, "CONFLICT"])
    expect(second.body.message).toContain("Ana Núñez")
  })

  it("takes a float of at most 2 decimals", async () => {
    const answer = await box.call("POST", SHIFTS, open({ openingBalance: 100.005 }))
    expect(answer.body.details).toEqual([{ path: "openingBalance", message: expect.any(String) }])
  })
})

describe("taking money out", () => {
  const drop = (more: object = {}) => ({ withdrawalId: anId(), amount: 40.5, category: "SAFE_DROP", ...more })

  it("is on record once, also when it is asked twice", async () => {
    await box.call("POST", SHIFTS, open())
    const body = drop()
    expect((await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, body)).status).toBe(201)
    const again = await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, body)
    expect([again.status, again.body.data.withdrawals.length]).toEqual([200, 1])
  })

  it("asks for notes when it is for something else", async () => {
    await box.call("POST", SHIFTS, open())
    const answer = await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop({ category: "OTHER" }))
    expect(answer.body.details).toEqual([{ path: "notes", message: expect.any(String) }])
  })

  it("is another register's business only there", async () => {
    await box.call("POST", SHIFTS, open())
    const code = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" })
    const other = (await box.call("POST", "/api/lan/v1/pair", { code }, null)).body.data.key
    expect((await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop(), other)).status).toBe(404)
  })
})

describe("counting the drawer", () => {
  it("is blind: nothing that the register reads tells what should be there", async () => {
    await box.call("POST", SHIFTS, open())
    await sellForCash("6.50")
    expect(JSON.stringify((await box.call("GET", "/api/lan/v1/today")).body)).not.toMatch(/systemCash|expected|106\.5/)
  })

  it("is gross: float and sales less what was taken out", async () => {
    await box.call("POST", SHIFTS, open())
    await sellForCash("6.50")
    const drop = { withdrawalId: anId(), amount: 40.5, category: "SAFE_DROP" }
    await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop)
    const closed = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(65.75, { reason: "COUNTING_ERROR" }))
    expect(closed.status).toBe(201)
    expect(closed.body.data).toMatchObject({
      systemCash: 66,
      declaredCash: 65.75,
      discrepancy: -0.25,
      discrepancyType: "SHORTAGE",
      sessionExternalId: shiftId,
      withdrawalsTotal: 40.5,
      reportedBy: "device:pos-1",
    })
  })

  it("answers the first close again when it is asked twice, whatever was counted then", async () => {
    await box.call("POST", SHIFTS, open())
    box.clock.advance(60_000)
    const first = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(100))
    expect(first.status).toBe(201)
    const again = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(90))
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
  })

  it("takes an overage with the reason OTHER alone, and leaves the shift open until then", async () => {
    await box.call("POST", SHIFTS, open())
    box.clock.advance(60_000)
    const over = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(101, { reason: "COUNTING_ERROR" }))
    expect(over.body.error).toBe("VALIDATION_ERROR")
    expect((await box.call("GET", "/api/lan/v1/today")).body.data.shift.shiftId).toBe(shiftId)
  })
})

describe("the public close, on the LAN", () => {
  const body = (more: object = {}) => ({
    storeId: STORE_ID,
    currency: "USD",
    sessionExternalId: "2026-11-21-1",
    declaredCash: 100,
    openingBalance: 100,
    shiftStart: "2026-11-21T12:00:00-05:00",
    shiftEnd: "2026-11-21T20:00:00-05:00",
    reason: "OTHER",
    ...more,
  })

  it("closes once; the same session again is 409 and names the first", async () => {
    const first = await box.call("POST", CASH, body(), API_KEY)
    expect([first.status, first.body.data.businessDayDate]).toEqual([201, "2026-11-21"])
    const again = await box.call("POST", CASH, body(), API_KEY)
    expect([again.status, again.body.data.id]).toEqual([409, first.body.data.id])
  })

  it("knows no other store", async () => {
    expect((await box.call("POST", CASH, body({ storeId: anId() }), API_KEY)).status).toBe(404)
  })
})
