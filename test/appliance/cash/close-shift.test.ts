/** A cashier's shift on the box: float, withdrawals, blind count; and the public close that an integrator sends. */
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { API_KEY, auditOf, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
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

function withdrawUnseen(amount: number): void {
  const db = openSqlite(join(box.data, "box.db"))
  const drop = { withdrawalId: anId(), amount, category: "SAFE_DROP", withdrawnAt: box.clock.iso() }
  const withdrawal = JSON.stringify({ ...drop, authorizerName: null, notes: null })
  db.prepare("UPDATE shift SET body = json_set(body, '$.withdrawals', json_array(json(?)))").run(withdrawal)
  db.close()
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

  it("is done once when the request is repeated after a lost answer", async () => {
    expect((await box.call("POST", SHIFTS, open())).status).toBe(201)
    expect((await box.call("POST", SHIFTS, open())).status).toBe(200)
    expect((await box.call("GET", "/api/lan/v1/today")).body.data.openShifts).toHaveLength(1)
  })

  it("is refused while another is open at the register, and names its owner", async () => {
    await box.call("POST", SHIFTS, open())
    const second = await box.call("POST", SHIFTS, open({ shiftId: anId() }))
    expect([second.status, second.body.error]).toEqual([409, "CONFLICT"])
    expect(second.body.message).toContain("Ana Núñez")
  })

  it("accepts a float of at most 2 decimals", async () => {
    const answer = await box.call("POST", SHIFTS, open({ openingBalance: 100.005 }))
    expect(answer.body.details).toEqual([{ path: "openingBalance", message: expect.any(String) }])
  })
})

describe("a withdrawal", () => {
  const drop = (more: object = {}) => ({ withdrawalId: anId(), amount: 40.5, category: "SAFE_DROP", ...more })

  it("is recorded once when the request is repeated", async () => {
    await box.call("POST", SHIFTS, open())
    const body = drop()
    expect((await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, body)).status).toBe(201)
    const again = await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, body)
    expect([again.status, again.body.data.withdrawals.length]).toEqual([200, 1])
  })

  it("needs notes if its reason is another one", async () => {
    await box.call("POST", SHIFTS, open())
    const answer = await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop({ category: "OTHER" }))
    expect(answer.body.details).toEqual([{ path: "notes", message: expect.any(String) }])
  })

  it("is refused above a limit that does not depend on the drawer, and the shift can be closed", async () => {
    await box.call("POST", SHIFTS, open())
    await sellForCash("6.50")
    const take = (more: object) => box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop(more))
    const typo = await take({ amount: 5000 })
    expect([typo.status, typo.body.details]).toEqual([
      400,
      [{ path: "amount", message: "is above the store's limit for one withdrawal" }],
    ])
    expect((await take({ amount: 106.51 })).status).toBe(201)
    expect((await take({ amount: 10, currency: "VES" })).status).toBe(201)
    box.clock.advance(60_000)
    const closed = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(0))
    expect([closed.status, closed.body.data]).toMatchObject([201, { systemCash: -0.01, discrepancy: 0.01 }])
  })

  it("is only possible at the shift's own register", async () => {
    await box.call("POST", SHIFTS, open())
    const code = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" })
    const other = (await box.call("POST", "/api/lan/v1/pair", { code }, null)).body.data.key
    expect((await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop(), other)).status).toBe(404)
  })
})

describe("counting the drawer", () => {
  it("is blind: the register reads no expected amount", async () => {
    await box.call("POST", SHIFTS, open())
    await sellForCash("6.50")
    expect(JSON.stringify((await box.call("GET", "/api/lan/v1/today")).body)).not.toMatch(/systemCash|expected|106\.5/)
  })

  it("compares float and sales minus withdrawals", async () => {
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

  it("returns the first close when it is repeated, whatever is counted then", async () => {
    await box.call("POST", SHIFTS, open())
    box.clock.advance(60_000)
    const first = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(100))
    expect(first.status).toBe(201)
    const again = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(90))
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
  })

  it.each([
    ["more than expected, for whichever reason", 101, 0, 1],
    ["less than expected", 99, 0, -1],
    ["money of a cashier who sold nothing, after a withdrawal above float and sales", 5, 140, 45],
  ])("closes the shift at the first count: %s", async (_case, dollars, taken, difference) => {
    await box.call("POST", SHIFTS, open())
    box.clock.advance(60_000)
    // As two appliances that each knew a part of the withdrawals may come to.
    if (taken > 0) withdrawUnseen(taken)
    const closed = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(dollars, { reason: "COUNTING_ERROR" }))
    expect(closed.status, JSON.stringify(closed.body)).toBe(201)
    expect(closed.body.data).toMatchObject({
      systemCash: 100 - taken,
      discrepancy: difference,
      details: { reason: "COUNTING_ERROR" },
    })
    expect((await box.call("GET", "/api/lan/v1/today")).body.data.shift).toBe(null)
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

  it("closes once; the same session again is a 409 that names the first", async () => {
    const first = await box.call("POST", CASH, body(), API_KEY)
    expect([first.status, first.body.data.businessDayDate]).toEqual([201, "2026-11-21"])
    const again = await box.call("POST", CASH, body(), API_KEY)
    expect([again.status, again.body.data.id]).toEqual([409, first.body.data.id])
  })

  it("accepts amounts as decimal strings, and names one with too many decimals", async () => {
    const texts = {
      declaredCash: "99.50",
      openingBalance: "100",
      withdrawals: [{ amount: "0.5", category: "SAFE_DROP" }],
    }
    const closed = await box.call("POST", CASH, body(texts), API_KEY)
    expect([closed.status, closed.body.data.discrepancyType]).toEqual([201, "MATCH"])
    const refused = await box.call("POST", CASH, body({ sessionExternalId: "s-2", openingBalance: "1.005" }), API_KEY)
    expect([refused.status, refused.body.details[0].path]).toEqual([400, "openingBalance"])
  })

  it("is refused for another store", async () => {
    expect((await box.call("POST", CASH, body({ storeId: anId() }), API_KEY)).status).toBe(404)
  })

  it.each(["2026-11-22", "2031-11-21"])("is refused for %s, which has not begun, and writes nothing", async (date) => {
    const made = box.made()
    const refused = await box.call("POST", CASH, body({ businessDayDate: date }), API_KEY)
    expect([refused.status, refused.body.error]).toEqual([400, "VALIDATION_ERROR"])
    expect(refused.body.details).toEqual([{ path: "businessDayDate", message: "is a day that has not begun" }])
    expect(box.made()).toBe(made)
    expect((await box.call("POST", CASH, body(), API_KEY)).status).toBe(201)
  })

  it("accepts the open day while the clock is a day behind, and the day that an early close opened", async () => {
    box.clock.advance(-86_400_000)
    const open = await box.call("POST", CASH, body({ businessDayDate: "2026-11-21" }), API_KEY)
    expect(open.status, JSON.stringify(open.body)).toBe(201)
    box.clock.advance(86_400_000)
    await box.call("POST", `/api/v1/core/external/stores/${STORE_ID}/days/2026-11-21/close`)
    await sellForCash("6.50")
    const next = { businessDayDate: "2026-11-22", sessionExternalId: "2026-11-22-1" }
    const early = await box.call("POST", CASH, body({ ...next, reason: "OTHER" }), API_KEY)
    expect(early.status, JSON.stringify(early.body)).toBe(201)
  })
})

it("a shift of a future day can be closed at a replaced box that lacks the day", async () => {
  await box.call("POST", `/api/v1/core/external/stores/${STORE_ID}/days/2026-11-21/close`)
  expect((await box.call("POST", "/api/lan/v1/days", { businessDayDate: "2026-11-22" })).status).toBe(201)
  await box.call("POST", SHIFTS, open())
  const db = openSqlite(join(box.data, "box.db"))
  db.prepare("DELETE FROM business_day WHERE business_day = '2026-11-22'").run()
  db.close()
  box.clock.advance(60_000)
  expect((await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(100))).status).toBe(201)
})

describe("a drawer with two currencies", () => {
  const VES = "VES"
  const inVes = (bolivars: number) => ({ currency: VES, counted: [{ denomination: 1, count: bolivars }] })
  const start = () => box.call("POST", SHIFTS, open({ otherFloats: [{ currency: VES, openingBalance: 500 }] }))
  const close = (body: object) => box.call("POST", `${SHIFTS}/${shiftId}/close`, body)
  const sellFor = (amount: string, currencyCode: string) => {
    const body = orderBody({ total: amount, createdAt: box.clock.iso(), paid: "CASH" })
    return box.call("POST", ORDERS, { ...body, operatorUid: "ana", payments: { ...body.payments, currencyCode } })
  }

  it("is counted and closed in each, under the shift's id", async () => {
    await start()
    box.clock.advance(60_000)
    await sellFor("6.50", "USD")
    await sellFor("80", VES)
    box.clock.advance(60_000)
    const drop = { withdrawalId: anId(), amount: 30, currency: VES, category: "SAFE_DROP" }
    await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop)
    const closed = await close(count(106.5, { others: [inVes(550)] }))
    expect([closed.status, closed.body.data]).toMatchObject([
      201,
      {
        currency: "USD",
        systemCash: 106.5,
        withdrawalsTotal: 0,
        discrepancyType: "MATCH",
        sessionExternalId: shiftId,
        others: [
          { currency: VES, systemCash: 550, withdrawalsTotal: 30, openingBalance: 500, discrepancyType: "MATCH" },
        ],
      },
    ])
    expect((await close(count(1))).body.data).toEqual(closed.body.data)
  })

  it("stays open while one currency is not counted", async () => {
    await start()
    box.clock.advance(60_000)
    const missing = await close(count(100))
    expect(missing.body.details).toEqual([{ path: "others", message: "must count VES as well" }])
    expect((await box.call("GET", "/api/lan/v1/today")).body.data.openShifts).toHaveLength(1)
    expect((await close(count(100, { others: [inVes(500)] }))).status).toBe(201)
  })

  it("has the second currency also if only a guest paid in it", async () => {
    await box.call("POST", SHIFTS, open())
    const today = async () => (await box.call("GET", "/api/lan/v1/today")).body.data.drawerCurrencies
    expect(await today()).toEqual(["USD"])
    box.clock.advance(60_000)
    await sellFor("80", VES)
    box.clock.advance(60_000)
    expect(await today()).toEqual(["USD", VES])
    expect((await close(count(100))).body.details[0].path).toBe("others")
    expect((await close(count(100, { others: [inVes(80)] }))).body.data.others[0].systemCash).toBe(80)
  })

  it("starts with one float in each", async () => {
    const twice = await box.call("POST", SHIFTS, open({ otherFloats: [{ currency: "USD", openingBalance: 1 }] }))
    expect(twice.body.details).toEqual([{ path: "otherFloats.0.currency", message: "has a float already" }])
    const fine = await box.call("POST", SHIFTS, open({ otherFloats: [{ currency: VES, openingBalance: 1.005 }] }))
    expect(fine.body.details[0].path).toBe("otherFloats.0.openingBalance")
  })
})

describe("handing the float over", () => {
  it("shows the next shift at the register once what was left for it", async () => {
    await box.call("POST", SHIFTS, open())
    const left = { withdrawalId: anId(), amount: 80, category: "SHIFT_HANDOVER" }
    box.clock.advance(60_000)
    await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, left)
    await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(20))
    const handover = async () => (await box.call("GET", "/api/lan/v1/today")).body.data.handover
    expect(await handover()).toEqual({ amount: 80, currency: "USD", from: "Ana Núñez", at: box.clock.iso() })
    shiftId = anId()
    await box.call("POST", SHIFTS, open({ operatorUid: "leo", operatorName: "Leo", openingBalance: 80 }))
    expect(await handover()).toBe(null)
  })
})

describe("the log of the drawer", () => {
  it("says of each opening why, by whom, in whose shift, and with what result", async () => {
    const there = await openLoneBox({ printer: true })
    await there.call("POST", "/api/lan/v1/days", undefined)
    await there.call("POST", SHIFTS, open())
    const { body: opened } = await there.call("POST", "/api/lan/v1/drawer", { reason: "GIVE_CHANGE" })
    const drop = { withdrawalId: anId(), amount: 5, category: "SAFE_DROP" }
    await there.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, drop)
    const { openings } = (await there.call("GET", "/api/lan/v1/drawer")).body.data
    expect(openings).toHaveLength(2)
    const asked = openings.find(({ reason }: { reason: string }) => reason === "GIVE_CHANGE")
    expect(asked).toMatchObject({
      jobId: opened.data.jobId,
      shiftId,
      operatorName: "Ana Núñez",
      by: `device:${asked.terminalUid}`,
    })
    expect(asked.state).not.toBe(null)
  })

  it("has no entry for an unknown drawer", async () => {
    await box.call("POST", SHIFTS, open())
    expect((await box.call("POST", "/api/lan/v1/drawer", { reason: "GIVE_CHANGE" })).status).toBe(409)
    expect((await box.call("GET", "/api/lan/v1/drawer")).body.data.openings).toEqual([])
  })
})

describe("a supervisor's approval", () => {
  const APPROVALS = "/api/lan/v1/cash/authorizations"

  it("has a name, is given once, and is on the close that names it", async () => {
    const authorizationTokenId = anId()
    const nameless = await box.call("POST", APPROVALS, { authorizationTokenId })
    expect(nameless.body.details).toEqual([{ path: "approvedBy", message: expect.any(String) }])
    const given = await box.call("POST", APPROVALS, { authorizationTokenId, approvedBy: "Rosa Paz" })
    const again = await box.call("POST", APPROVALS, { authorizationTokenId, approvedBy: "Leo" })
    expect([given.status, again.status, again.body.data]).toEqual([201, 200, given.body.data])
    await box.call("POST", SHIFTS, open())
    box.clock.advance(60_000)
    const closed = await box.call("POST", `${SHIFTS}/${shiftId}/close`, count(90, { authorizationTokenId }))
    expect(closed.body.data.details.authorization).toEqual({
      approved_by: "Rosa Paz",
      approved_at: given.body.data.approvedAt,
    })
    expect(await auditOf(box, "cash.approve")).toMatchObject([{ detail: { authorizerName: "Rosa Paz" } }])
  })
})
