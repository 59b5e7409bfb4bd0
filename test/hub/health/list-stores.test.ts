/** What headquarters sees of its stores: states and causes, the worst first; outages, totals, cash, and claiming a box. */
import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"
import { writeLine } from "../../kit/store-line.ts"

const HEALTH = "/api/v1/core/external/component-health"
const MINUTE_MS = 60_000
const STORES = "/api/admin/stores"

eachDatabase((_engine, open) => {
  let hub: TestHub
  let person: SignedIn

  const beat = (componentId: string, more: object = {}) =>
    hub.call("POST", HEALTH, { componentType: "kiosk", componentId, storeId: STORE, status: "online", ...more })
  const list = async (query = "") => (await person.call("GET", `${STORES}${query}`)).body.data

  beforeAll(async () => {
    hub = await openTestHub(open)
    person = await signIn(hub, "operations")
    await hub.hub.health.look()
    await beat("kiosk-1")
    hub.clock.advance(60 * MINUTE_MS)
    await hub.hub.health.look()
    await beat("kiosk-1")
    await beat("kiosk-2", { status: "degraded", degradedReason: "low_paper" })
  })

  describe("the list of stores", () => {
    it("has the worst first, each with its cause, and can be filtered by state, country, name and vendor", async () => {
      const { items, next } = await list()
      const [first, second] = items
      expect([first.state, second.state, next]).toEqual(["degraded", "unheard", null])
      expect(first).toMatchObject({ storeId: STORE, box: null, line: null, devices: { all: 2, fine: 1 } })
      expect(first.causes).toEqual([
        expect.objectContaining({ is: "degraded", componentId: "kiosk-2", reason: "low_paper" }),
      ])
      const ids = async (query: string) => (await list(query)).items.map(({ storeId }: { storeId: string }) => storeId)
      expect(await ids("?state=degraded")).toEqual([STORE])
      expect(await ids("?state=silent")).toEqual([])
      expect(await ids("?search=malecon%20GYE")).toEqual([SISTER_STORE])
      expect(await ids("?search=malecon%20uio")).toEqual([])
      expect(await ids("?search=gye-0")).toEqual([SISTER_STORE])
      expect(await ids("?country=BR")).toEqual([])
      expect(await ids("?country=EC&vendorId=acme.ec.quito")).toContain(STORE)
      const page = await list("?size=1")
      expect(page.items).toHaveLength(1)
      expect(await ids(`?size=200&after=${encodeURIComponent(page.next)}`)).not.toContain(page.items[0].storeId)
      const counts = (await person.call("GET", "/api/admin/store-states")).body.data
      expect(counts).toMatchObject({ silent: 0, down: 0, degraded: 1, fine: 0 })
    })

    it("shows a silent device and its outage in opening minutes", async () => {
      for (let minute = 0; minute < 35; minute += 1) {
        hub.clock.advance(MINUTE_MS)
        await hub.hub.health.look()
      }
      const one = (await person.call("GET", `${STORES}/${STORE}`)).body.data
      expect(one.state).toBe("down")
      const cause = one.causes.find(({ is }: { is: string }) => is === "device_down")
      expect(cause).toMatchObject({ componentId: "kiosk-1", since: "2026-11-21T19:00:00.000Z", operatingMinutes: 35 })
      expect(one.components.map(({ componentId }: { componentId: string }) => componentId)).toEqual([
        "kiosk-1",
        "kiosk-2",
      ])
      const outages = (await person.call("GET", `${STORES}/${STORE}/outages`)).body.data
      expect(outages.items).toEqual([
        expect.objectContaining({ componentId: "kiosk-1", endedAt: null, operatingMinutes: 35 }),
      ])
    })

    it("shows only stores of the user's vendors", async () => {
      const sister = await signIn(hub, "read-only", { vendorIds: ["acme.ec.guayaquil"] })
      const { items } = (await sister.call("GET", STORES)).body.data
      expect(items.map(({ storeId }: { storeId: string }) => storeId)).toEqual([SISTER_STORE])
      for (const path of ["", "/outages", "/shifts?date=2026-11-21", "/drawer-openings"]) {
        expect((await sister.call("GET", `${STORES}/${STORE}${path}`)).status).toBe(404)
      }
      expect((await sister.call("GET", `/api/admin/totals?storeId=${STORE}`)).status).toBe(404)
      expect((await sister.call("GET", `${STORES}?vendorId=acme.ec.quito`)).status).toBe(404)
      expect((await person.call("GET", `${STORES}?after=nonsense`)).status).toBe(400)
    })
  })

  describe("a box that waits for its store", () => {
    const openClaim = async () => {
      const box = { appVersion: "1.2.3", epoch: crypto.randomUUID() }
      const answer = await hub.call("POST", "/api/box/v1/claims", box)
      return answer.body.data ?? answer.body
    }

    it("is found by its code, gets its store once, and replaces another only on request", async () => {
      const { code } = await openClaim()
      const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
      const path = `/api/admin/claims/${typed}`
      expect((await person.call("GET", path)).body.data).toMatchObject({ version: "1.2.3" })
      const claimed = await person.call("POST", path, { storeId: STORE })
      expect([claimed.status, claimed.body.data.replaced]).toEqual([200, false])
      expect((await person.call("GET", path)).status).toBe(404)
      // The trail is in the order of its moments.
      hub.clock.advance(1_000)
      const other = `/api/admin/claims/${(await openClaim()).code}`
      expect((await person.call("POST", other, { storeId: STORE })).body.error).toBe("CONFLICT")
      const replaced = await person.call("POST", other, { storeId: STORE, replace: true })
      expect(replaced.body.data).toMatchObject({ replaced: true })
      const reader = await signIn(hub, "read-only")
      expect((await reader.call("GET", other)).status).toBe(403)
      const owner = await signIn(hub, "owner")
      const trail = (await owner.call("GET", "/api/admin/audit?action=boxes")).body.data.items
      expect(trail.map(({ detail }: { detail: { replaced: boolean } }) => detail.replaced)).toEqual([true, false])
    })
  })

  describe("a store whose box lost contact", () => {
    const counts = async () => (await person.call("GET", "/api/admin/store-states")).body.data
    const idsOf = async (state: string) =>
      (await list(`?state=${state}`)).items.map(({ storeId }: { storeId: string }) => storeId)

    it("is fine while the contact is recent, and unknown afterwards in list, filter and counts", async () => {
      await beat("kiosk-1")
      await beat("kiosk-2")
      const heardAt = hub.clock.iso()
      await writeLine(hub, { online: 1, last_heard_at: heardAt })
      expect([await idsOf("fine"), await idsOf("unknown")]).toEqual([[STORE], []])
      expect(await counts()).toMatchObject({ fine: 1, unknown: 0 })
      hub.clock.advance(3 * MINUTE_MS)
      expect([await idsOf("fine"), await idsOf("unknown")]).toEqual([[], [STORE]])
      expect(await counts()).toMatchObject({ fine: 0, unknown: 1 })
      const one = (await person.call("GET", `${STORES}/${STORE}`)).body.data
      expect([one.state, one.line.unknownSince]).toEqual(["unknown", heardAt])
    })

    it("is unknown as soon as its connection closes", async () => {
      await writeLine(hub, { online: 1, last_heard_at: hub.clock.iso() })
      expect(await counts()).toMatchObject({ fine: 1, unknown: 0 })
      await writeLine(hub, { online: 0 })
      expect(await counts()).toMatchObject({ fine: 0, unknown: 1 })
    })

    it("stays degraded if a fault is known", async () => {
      await beat("kiosk-2", { status: "degraded", degradedReason: "low_paper" })
      expect(await counts()).toMatchObject({ degraded: 1, unknown: 0 })
    })
  })
})
