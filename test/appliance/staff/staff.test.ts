/** People at the store's screens: PINs, roles, lending a role, and the trail. */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import type { AuditEntry } from "../../../protocol/http/staff.ts"
import { API_KEY, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { MANAGER_PIN, pairScreen, type Screen, STAFF, screenOf, signIn, takeOn } from "../../kit/store-staff.ts"

const SIGN_IN = `${STAFF}/sign-in`
const ME = `${STAFF}/me`
const AUDIT = "/api/lan/v1/audit"
const DRAWER = "/api/lan/v1/drawer"
const CASHIER_PIN = "1111"
const SUPERVISOR_PIN = "222222"

let box: LoneBox
let office: Screen
let register: Screen
let ids: { manager: string; cashier: string; supervisor: string }

beforeAll(async () => {
  box = await openLoneBox()
  office = await pairScreen(box.box, "manager", "office")
  register = screenOf(box.box, { key: box.registerKey, deviceId: "pos-1" })
})

const trail = async (staff?: string): Promise<AuditEntry[]> =>
  (await office.call("GET", `${AUDIT}?size=100`, undefined, { staff })).body.data.entries

describe("a store without staff", () => {
  it("asks nobody for a role", async () => {
    expect((await register.call("GET", ME)).body.data).toEqual({
      hasStaff: false,
      staff: null,
      expiresAt: null,
      people: [],
    })
    // Not for want of a role: it has no printer.
    expect((await register.call("POST", DRAWER, { reason: "change" })).body.error).toBe("CONFLICT")
  })

  it("starts with a manager", async () => {
    const cashier = { id: randomUUID(), name: "Luis", role: "cashier", pin: "1234" }
    expect((await office.call("POST", STAFF, cashier)).status).toBe(409)
  })
})

describe("with its first manager", () => {
  beforeAll(async () => {
    const manager = await takeOn(office, { role: "manager", pin: MANAGER_PIN, name: "Ana" })
    const by = await signIn(office, MANAGER_PIN)
    const cashier = await takeOn(office, { role: "cashier", pin: CASHIER_PIN, name: "Luis" }, by)
    const supervisor = await takeOn(office, { role: "supervisor", pin: SUPERVISOR_PIN, name: "Eva" }, by)
    ids = { manager, cashier, supervisor }
  })

  it("roles are required", async () => {
    const nobody = await register.call("POST", DRAWER, { reason: "change" })
    expect([nobody.status, nobody.body.error, nobody.body.data]).toEqual([
      401,
      "STAFF_SIGN_IN_REQUIRED",
      { role: "supervisor" },
    ])
    const cashier = await signIn(register, CASHIER_PIN)
    const low = await register.call("POST", DRAWER, { reason: "change" }, { staff: cashier })
    expect([low.status, low.body.error]).toEqual([403, "STAFF_ROLE_TOO_LOW"])
    const authoriser = await signIn(register, SUPERVISOR_PIN, "authorise")
    const lent = await register.call("POST", DRAWER, { reason: "change" }, { staff: cashier, authoriser })
    expect(lent.body.error).toBe("CONFLICT")
    expect((await register.call("GET", ME, undefined, { staff: cashier })).body.data).toMatchObject({
      hasStaff: true,
      staff: { id: ids.cashier, name: "Luis", role: "cashier" },
    })
  })

  it("a machine with an API key needs no role", async () => {
    const date = "2026-11-21"
    const close = `/api/v1/core/external/stores/0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01/days/${date}/close`
    expect((await register.call("POST", close)).status).toBe(401)
    expect((await box.call("POST", close, undefined, API_KEY)).status).not.toBe(401)
  })

  it("a supervisor cancels a paid order, a cashier only an unpaid one", async () => {
    const staff = await signIn(register, CASHIER_PIN)
    const cancel = async (paid: boolean, people: object) => {
      const body = orderBody({ channel: "WEB", ...(paid && { paid: "CASH" as const }) })
      await box.call("POST", ORDERS, body)
      const path = `/api/v1/adapters/partner/stores/orders/${body.orderId}/cancel`
      return (await register.call("POST", path, { reason: "Customer left" }, people)).status
    }
    expect(await cancel(false, {})).toBe(401)
    expect(await cancel(false, { staff })).toBe(200)
    expect(await cancel(true, { staff })).toBe(403)
    const authoriser = await signIn(register, SUPERVISOR_PIN, "authorise")
    expect(await cancel(true, { staff, authoriser })).toBe(200)
    const manager = await signIn(office, MANAGER_PIN)
    const [last] = (await trail(manager)).filter(({ action }) => action === "order.cancel")
    expect(last).toMatchObject({ deviceId: "pos-1", staffName: "Luis", authorisedBy: "Eva" })
  })

  it("selling needs nobody to sign in", async () => {
    const { body } = await box.call("POST", ORDERS, orderBody())
    expect((await register.call("POST", `${ORDERS}/${body.data.id}/confirm-payment`, charge({}))).status).toBe(200)
  })

  it("a token is valid at its own screen until its person signs out", async () => {
    const staff = await signIn(office, MANAGER_PIN)
    expect((await office.call("GET", STAFF, undefined, { staff })).status).toBe(200)
    expect((await register.call("GET", ME, undefined, { staff })).body.data.staff).toBeNull()
    expect((await office.call("POST", `${STAFF}/sign-out`, undefined, { staff })).status).toBe(204)
    expect((await office.call("GET", STAFF, undefined, { staff })).status).toBe(401)
  })

  it("a manager without an action for a quarter of an hour is signed out; reading does not count", async () => {
    const staff = await signIn(office, MANAGER_PIN)
    const name = { name: "Luis" }
    box.clock.advance(14 * 60_000)
    expect((await office.call("PUT", `${STAFF}/${ids.cashier}`, name, { staff })).status).toBe(200)
    box.clock.advance(14 * 60_000)
    expect((await office.call("GET", STAFF, undefined, { staff })).status).toBe(200)
    box.clock.advance(60_000)
    expect((await office.call("GET", STAFF, undefined, { staff })).status).toBe(401)
  })

  it("changed people are signed out where that matters", async () => {
    const staff = await signIn(office, MANAGER_PIN)
    const change = (id: string, body: object) => office.call("PUT", `${STAFF}/${id}`, body, { staff })
    const token = await signIn(register, CASHIER_PIN)
    expect((await change(ids.cashier, { pin: "12" })).status).toBe(400)
    expect((await change(ids.manager, { active: false })).status).toBe(409)
    expect((await change(randomUUID(), { name: "x" })).status).toBe(404)
    expect((await register.call("GET", ME, undefined, { staff: token })).body.data.staff).not.toBeNull()
    expect((await change(ids.cashier, { active: false })).body.data).toMatchObject({ active: false })
    expect((await register.call("GET", ME, undefined, { staff: token })).body.data.staff).toBeNull()
    expect((await register.call("POST", SIGN_IN, { staffId: ids.cashier, pin: CASHIER_PIN })).body.error).toBe(
      "PIN_WRONG",
    )
    expect((await change(ids.cashier, { active: true })).status).toBe(409)
    expect((await change(ids.cashier, { active: true, pin: CASHIER_PIN })).status).toBe(200)
    await signIn(register, CASHIER_PIN)
  })

  it("adding a person twice creates one", async () => {
    const staff = await signIn(office, MANAGER_PIN)
    const person = { id: randomUUID(), name: "Sol", role: "cashier", pin: "9090" }
    const take = (body: object) => office.call("POST", STAFF, body, { staff })
    expect([(await take(person)).status, (await take(person)).status]).toEqual([201, 200])
    expect((await take({ ...person, name: "Otra" })).status).toBe(409)
    expect((await take({ ...person, id: randomUUID(), role: "supervisor" })).status).toBe(400)
    expect((await office.call("GET", STAFF, undefined, { staff })).body.data.staff).toHaveLength(4)
  })

  it("a wrong PIN delays only that person's next try at that screen", async () => {
    const other = await pairScreen(box.box, "pos", "pos-9")
    const attempt = async (screen: Screen, staffId: string, pin: string) =>
      (await screen.call("POST", SIGN_IN, { staffId, pin })).body.error ?? "in"
    expect(await attempt(other, ids.supervisor, "908172")).toBe("PIN_WRONG")
    const locked = await other.call("POST", SIGN_IN, { staffId: ids.supervisor, pin: SUPERVISOR_PIN })
    expect([locked.status, locked.body.error]).toEqual([429, "PIN_LOCKED"])
    expect(Date.parse(locked.body.data.until) - box.clock.ms()).toBe(1_000)
    // A right PIN of somebody else forgives nothing.
    expect(await attempt(other, ids.cashier, CASHIER_PIN)).toBe("in")
    expect(await attempt(other, ids.supervisor, SUPERVISOR_PIN)).toBe("PIN_LOCKED")
    expect(await attempt(register, ids.supervisor, SUPERVISOR_PIN)).toBe("in")
    box.clock.advance(1_000)
    expect(await attempt(other, ids.supervisor, SUPERVISOR_PIN)).toBe("in")
  })

  it("a person whose PIN is too short for the role must choose another", async () => {
    const manager = await signIn(office, MANAGER_PIN)
    const promote = (body: object) => office.call("PUT", `${STAFF}/${ids.cashier}`, body, { staff: manager })
    expect((await promote({ role: "supervisor" })).status).toBe(409)
    expect((await promote({ role: "supervisor", pin: "12345" })).status).toBe(400)
    const answer = await register.call("POST", SIGN_IN, { staffId: ids.supervisor, pin: SUPERVISOR_PIN })
    expect(answer.body.data.choosePin).toBe(false)
    const staff = await signIn(register, CASHIER_PIN)
    expect((await register.call("PUT", `${ME}/pin`, { pin: "4444" })).status).toBe(401)
    // Another's PIN may be chosen: nobody learns that it is theirs.
    expect((await register.call("PUT", `${ME}/pin`, { pin: SUPERVISOR_PIN }, { staff })).status).toBe(204)
    expect((await register.call("GET", ME, undefined, { staff })).body.data.staff).not.toBeNull()
    expect((await register.call("PUT", `${ME}/pin`, { pin: CASHIER_PIN }, { staff })).status).toBe(204)
  })

  it("lists who may sign in, but not at screens for guests", async () => {
    const named = async (screen: Screen) =>
      (await screen.call("GET", ME)).body.data.people.map(({ name }: { name: string }) => name).sort()
    expect(await named(register)).toEqual(["Ana", "Eva", "Luis", "Sol"])
    expect(await named(await pairScreen(box.box, "kiosk", "kiosk-1"))).toEqual([])
  })

  it("the audit log shows who did what where, newest first, page by page, without PINs", async () => {
    const staff = await signIn(office, MANAGER_PIN)
    const all = await trail(staff)
    expect(all[0]).toMatchObject({ action: "staff.sign-in", deviceId: "office", staffName: "Ana" })
    const seen: AuditEntry[] = []
    for (let next: string | null = ""; next !== null; ) {
      const page: { entries: AuditEntry[]; next: string | null } = (
        await office.call("GET", `${AUDIT}?size=7${next && `&before=${next}`}`, undefined, { staff })
      ).body.data
      seen.push(...page.entries)
      next = page.next
    }
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    const actions = new Set(all.map(({ action }) => action))
    for (const action of ["device.paired", "staff.create", "staff.change", "staff.pin-refused", "staff.sign-out"]) {
      expect(actions).toContain(action)
    }
    // Chance writes these digits into an id now and then.
    const told = JSON.stringify(all).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id")
    expect(told).not.toMatch(/2468|22222|9090/)
    expect((await office.call("GET", `${AUDIT}?before=x`, undefined, { staff })).status).toBe(400)
    expect((await register.call("GET", AUDIT, undefined, { staff })).status).toBe(403)
  })
})

it("wrong PINs count across a restart of the box", async () => {
  const first = await openLoneBox()
  const { key, deviceId, call } = await pairScreen(first.box, "manager", "office")
  const staffId = await takeOn(screenOf(first.box, { key, deviceId }), { role: "manager", pin: MANAGER_PIN })
  await call("POST", SIGN_IN, { staffId, pin: "0000" })
  const before = await call("POST", SIGN_IN, { staffId, pin: MANAGER_PIN })
  await first.box.stop()
  const second = await openLoneBox({ before: first })
  const after = await screenOf(second.box, { key, deviceId }).call("POST", SIGN_IN, { staffId, pin: MANAGER_PIN })
  expect([after.status, after.body.error, after.body.data]).toEqual([429, "PIN_LOCKED", before.body.data])
})
