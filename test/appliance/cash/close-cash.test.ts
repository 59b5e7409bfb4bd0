/** Who may close a register's drawer at the box: a person, an integrator's key, and a screen alone for its own register only where there is no staff. */
import { beforeEach, describe, expect, it } from "vitest"
import { API_KEY, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { anId, STORE_ID } from "../../kit/orders.ts"
import { MANAGER_PIN, type People, pairScreen, type Screen, screenOf, signIn, takeOn } from "../../kit/store-staff.ts"

const CASH = "/api/v2/external/cash-management/reconciliations"
const CASHIER_PIN = "1111"
const SUPERVISOR_PIN = "222222"

let box: LoneBox
let register: Screen
let other: Screen
let office: Screen
let shiftId: string

/** The integrators' close, with a count that nobody made. */
const closing = () => ({
  storeId: STORE_ID,
  currency: "USD",
  sessionExternalId: shiftId,
  declaredCash: 1,
  openingBalance: 100,
  shiftStart: box.clock.iso(),
  shiftEnd: new Date(box.clock.ms() + 60_000).toISOString(),
  reason: "OTHER",
  withdrawals: [],
  operatorUid: "ana",
})

const closeBy = async (screen: Screen, people: People = {}) =>
  (await screen.call("POST", CASH, closing(), people)).status

/** The newest entry of the audit log about a close. */
async function lastClose(manager?: string) {
  const { body } = await office.call("GET", "/api/lan/v1/audit?size=100", undefined, { staff: manager })
  return body.data.entries.find(({ action }: { action: string }) => action === "shift.close")
}

beforeEach(async () => {
  box = await openLoneBox()
  register = screenOf(box.box, { key: box.registerKey, deviceId: "pos-1" })
  other = await pairScreen(box.box, "pos", "pos-2")
  office = await pairScreen(box.box, "manager", "office")
  shiftId = anId()
  await register.call("POST", "/api/lan/v1/days", undefined)
  const shift = { shiftId, operatorUid: "ana", operatorName: "Ana", currency: "USD", openingBalance: 100 }
  expect((await register.call("POST", "/api/lan/v1/shifts", shift)).status).toBe(201)
})

describe("in a store without staff", () => {
  it("a register closes its own shift, and no other register's", async () => {
    expect(await closeBy(other)).toBe(404)
    expect(await closeBy(register)).toBe(201)
  })

  it("an integrator's key closes any shift, and the audit log names it", async () => {
    expect((await box.call("POST", CASH, closing(), API_KEY)).status).toBe(201)
    expect(await lastClose()).toMatchObject({ subject: shiftId, deviceName: null, staffName: null })
  })
})

describe("in a store with staff", () => {
  let manager: string

  beforeEach(async () => {
    await takeOn(office, { role: "manager", pin: MANAGER_PIN })
    manager = await signIn(office, MANAGER_PIN)
    await takeOn(office, { role: "cashier", pin: CASHIER_PIN, name: "Luis" }, manager)
    await takeOn(office, { role: "supervisor", pin: SUPERVISOR_PIN, name: "Eva" }, manager)
  })

  it("a register's key alone closes nothing", async () => {
    const count = { counted: [{ denomination: 1, count: 100 }], reason: "OTHER" }
    expect((await register.call("POST", `/api/lan/v1/shifts/${shiftId}/close`, count)).status).toBe(401)
    expect(await closeBy(register)).toBe(401)
    expect(await closeBy(other)).toBe(401)
  })

  it("a cashier closes the shift of this register, and the audit log names them", async () => {
    const staff = await signIn(register, CASHIER_PIN)
    expect(await closeBy(register, { staff })).toBe(201)
    expect(await lastClose(manager)).toMatchObject({ subject: shiftId, staffName: "Luis" })
  })

  it("a supervisor closes the shift of another register", async () => {
    const staff = await signIn(other, CASHIER_PIN)
    expect(await closeBy(other, { staff })).toBe(403)
    const authoriser = await signIn(other, SUPERVISOR_PIN, "authorise")
    expect(await closeBy(other, { staff, authoriser })).toBe(201)
    expect(await lastClose(manager)).toMatchObject({ authorisedBy: "Eva" })
  })

  it("an integrator's key needs nobody to sign in", async () => {
    expect((await box.call("POST", CASH, closing(), API_KEY)).status).toBe(201)
  })
})
