/** A clock that jumps while a shift is open: the shift keeps its money, can be closed, and the next one begins empty. */
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, STORE_ID } from "../../kit/orders.ts"

const SHIFTS = "/api/lan/v1/shifts"
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox()
  await box.call("POST", "/api/lan/v1/days")
})

async function openShift(): Promise<string> {
  const shiftId = anId()
  const body = { shiftId, operatorUid: "ana", operatorName: "Ana Núñez", currency: "USD", openingBalance: 100 }
  const opened = await box.call("POST", SHIFTS, body)
  expect(opened.status, JSON.stringify(opened.body)).toBe(201)
  return shiftId
}

/** A sale in cash, at the moment that the clock shows. */
async function sell(amount: string): Promise<void> {
  const now = box.clock.iso()
  const body = orderBody({ total: amount, createdAt: now })
  const placed = await box.call("POST", ORDERS, body)
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const [tender] = charge({ amount, operator: "ana" }).payments
  const payments = [{ ...tender, occurred_at: now }]
  const paid = await box.call("POST", `${ORDERS}/${placed.body.data.id}/confirm-payment`, { payments })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
}

async function close(shiftId: string, dollars: number) {
  const body = { counted: [{ denomination: 1, count: dollars }], reason: "OTHER" }
  const closed = await box.call("POST", `${SHIFTS}/${shiftId}/close`, body)
  expect(closed.status, JSON.stringify(closed.body)).toBe(201)
  return closed.body.data
}

describe("a shift during which the clock jumps", () => {
  it.each([
    ["30 minutes back", -30 * MINUTE_MS],
    ["a day back", -DAY_MS],
    ["a day ahead", DAY_MS],
  ])("%s counts the sales before and after the jump", async (_name, jump) => {
    const shiftId = await openShift()
    await sell("10.00")
    box.clock.advance(jump)
    await sell("20.00")
    expect(await close(shiftId, 130)).toMatchObject({ systemCash: 130, discrepancy: 0 })
  })

  it("that was opened with the clock a day ahead can be closed, and the register opens the next", async () => {
    box.clock.advance(DAY_MS)
    const shiftId = await openShift()
    box.clock.advance(-DAY_MS)
    await sell("20.00")
    expect(await close(shiftId, 120)).toMatchObject({ systemCash: 120 })
    await openShift()
  })

  it("counts nothing of an earlier shift when the clock goes back into it", async () => {
    const first = await openShift()
    box.clock.advance(10 * MINUTE_MS)
    await sell("10.00")
    box.clock.advance(10 * MINUTE_MS)
    await close(first, 110)
    box.clock.advance(-15 * MINUTE_MS)
    const second = await openShift()
    box.clock.advance(MINUTE_MS)
    await sell("20.00")
    box.clock.advance(30 * MINUTE_MS)
    expect(await close(second, 120)).toMatchObject({ systemCash: 120, discrepancy: 0 })
  })

  it("leaves its float to the next shift of the register, whatever date a shift has", async () => {
    const handOver = async (amount: number) => {
      const shiftId = await openShift()
      const body = { withdrawalId: anId(), amount, category: "SHIFT_HANDOVER" }
      await box.call("POST", `${SHIFTS}/${shiftId}/withdrawals`, body)
      await close(shiftId, 100 - amount)
    }
    await handOver(80)
    box.clock.advance(-60 * MINUTE_MS)
    await handOver(30)
    expect((await box.call("GET", "/api/lan/v1/today")).body.data.handover).toMatchObject({ amount: 30 })
  })
})

it("a shift that an older program opened is counted by time", async () => {
  const shiftId = await openShift()
  box.clock.advance(MINUTE_MS)
  await sell("10.00")
  box.clock.advance(MINUTE_MS)
  const db = openSqlite(join(box.data, "box.db"))
  db.prepare("UPDATE shift SET sequence = NULL, body = json_remove(body, '$.sequence')").run()
  db.prepare("UPDATE money_move SET shift_id = NULL").run()
  db.close()
  expect(await close(shiftId, 110)).toMatchObject({ systemCash: 110, storeId: STORE_ID })
})
