/** The watch over components on a real hub: a life from trial to retirement, one watcher among several, the hub's own absence. */
import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_STORE, STORE, type TestHub, testTenants } from "../../kit/hub.ts"

const HEALTH = "/api/v1/core/external/component-health"
const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const MINUTE_MS = 60_000

const beat = ({ call }: TestHub, more: object = {}) =>
  call("POST", HEALTH, { componentType: "kiosk", componentId: "kiosk-1", storeId: STORE, status: "online", ...more })

/** Minute by minute, as the watcher sees them. */
async function pass({ hub, clock }: TestHub, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS)
    await hub.health.look()
  }
}

/** Two hours of beats make it one that is watched; it is 19:00 in UTC then, 14:00 in the store. */
async function enrol(at: TestHub, more: object = {}): Promise<void> {
  await at.hub.health.look()
  await beat(at, more)
  at.clock.advance(60 * MINUTE_MS)
  await at.hub.health.look()
  await beat(at, more)
}

const shown = async ({ hub }: TestHub) =>
  (await hub.health.components(TENANT, { size: 10 })).map(({ componentId, shown, onTrial }) => [
    componentId,
    shown,
    onTrial,
  ])

async function told(at: TestHub) {
  const rows = (await at.events()).filter(({ type }) => type.startsWith("component."))
  return rows.map(({ type, envelope }) => [type, (envelope as { data: { outage?: object } }).data.outage ?? null])
}

eachDatabase((_engine, open) => {
  describe("a component", () => {
    it("is first on probation, then watched, then down with one event, then recovered", async () => {
      const at = await openTestHub(open)
      await at.hub.health.look()
      await beat(at)
      await pass(at, 40)
      expect(await shown(at)).toEqual([["kiosk-1", "late", true]])
      expect(await told(at)).toEqual([])
      await pass(at, 20)
      await beat(at)
      expect(await shown(at)).toEqual([["kiosk-1", "online", false]])
      await pass(at, 20)
      expect(await shown(at)).toEqual([["kiosk-1", "late", false]])
      await pass(at, 10)
      expect(await shown(at)).toEqual([["kiosk-1", "down", false]])
      const since = "2026-11-21T19:00:00.000Z"
      expect(await told(at)).toEqual([["component.down", { startedAt: since, devicesBehind: 0 }]])
      await beat(at, { offlineSince: "2026-11-21T14:06:00-05:00" })
      const outage = {
        startedAt: "2026-11-21T19:06:00.000Z",
        endedAt: "2026-11-21T19:30:00.000Z",
        operatingMinutes: 24,
        devicesBehind: 0,
      }
      expect((await told(at))[1]).toEqual(["component.recovered", outage])
      expect(await shown(at)).toEqual([["kiosk-1", "online", false]])
      expect(await at.hub.health.outages(TENANT, { size: 10 })).toMatchObject([
        { componentId: "kiosk-1", endReason: "heard", operatingMinutes: 24 },
      ])
    })

    it("that recovers before anybody checked still counts as down meanwhile", async () => {
      const at = await openTestHub(open)
      await enrol(at)
      for (let n = 0; n < 22; n += 1) {
        at.clock.advance(MINUTE_MS)
        // Another process marks that the hub listens, and is gone before it looks.
        await at.beside(({ store, clock }) =>
          store.system.write(
            async ({ db }) => void (await db.updateTable("health_watch").set({ alive_at: clock.iso() }).execute()),
          ),
        )
      }
      await beat(at)
      expect((await told(at)).map(([type]) => type)).toEqual(["component.down", "component.recovered"])
    })

    it("that degrades causes one event, with its reason", async () => {
      const at = await openTestHub(open)
      await enrol(at)
      await beat(at, { status: "degraded", degradedReason: "pinpad_down", details: { pinpad: "E2" } })
      await beat(at, { status: "degraded", degradedReason: "pinpad_down" })
      const [only, ...more] = (await at.events()).filter(({ type }) => type.startsWith("component."))
      expect([only?.type, more]).toEqual(["component.degraded", []])
      expect(only?.envelope).toMatchObject({
        data: {
          storeId: STORE,
          componentId: "kiosk-1",
          kind: "kiosk",
          degradedReason: "pinpad_down",
          details: { pinpad: "E2" },
        },
      })
      expect(await shown(at)).toEqual([["kiosk-1", "degraded", false]])
    })

    it("is removed after seven days, and returns with its history", async () => {
      const at = await openTestHub(open)
      await enrol(at)
      await pass(at, 25)
      at.clock.set("2026-11-28T18:59:00.000Z")
      await at.hub.health.look()
      await pass(at, 15)
      expect(await shown(at)).toEqual([])
      expect(await at.hub.health.outages(TENANT, { size: 10 })).toMatchObject([
        { endedAt: "2026-11-28T19:00:00.000Z", endReason: "retired" },
      ])
      await beat(at)
      expect(await at.hub.health.components(TENANT, { size: 10 })).toMatchObject([
        { shown: "online", onTrial: false, firstBeatAt: "2026-11-21T18:00:00.000Z" },
      ])
      expect((await told(at)).map(([type]) => type)).toEqual(["component.down", "component.recovered"])
    })
  })

  describe("the watcher of components", () => {
    it("runs in one of several processes; the next takes over when its lease ends", async () => {
      const first = await openTestHub(open)
      const second = await first.another({})
      await enrol(first)
      expect(await second.hub.health.look()).toBe(null)
      first.clock.advance(46_000)
      expect(await second.hub.health.look()).not.toBe(null)
      expect(await first.hub.health.look()).toBe(null)
      await pass(second, 25)
      expect(await first.hub.health.look()).toBe(null)
      expect((await told(first)).map(([type]) => type)).toEqual(["component.down"])
    })

    it("runs in one of two that ask at once, with a lease a little longer than its own", async () => {
      const first = await openTestHub(open)
      const second = await first.another({})
      first.clock.advance(5)
      expect(await first.hub.health.look()).not.toBe(null)
      first.clock.advance(-5)
      expect(await second.hub.health.look()).toBe(null)
    })

    it("evaluates each store by its own hours, and counts what it watches", async () => {
      const at = await openTestHub(open)
      const file = JSON.parse(testTenants())
      Object.assign(file.accounts[0].vendors[1].stores[0], { operatingHours: { sat: ["10:00-14:15"] } })
      await at.hub.operator.provision(JSON.stringify(file))
      await enrol(at)
      await beat(at, { componentId: "sister", storeId: SISTER_STORE })
      await at.beside(({ store }) =>
        store.system.write(
          async ({ db }) =>
            void (await db.updateTable("component").set({ state: "watched", trial_hour: null }).execute()),
        ),
      )
      await pass(at, 30)
      const names = (await at.events()).map(
        ({ envelope }) => (envelope as { data: { componentId?: string } }).data.componentId,
      )
      expect(names.filter(Boolean)).toEqual(["kiosk-1"])
      const metrics = await (await fetch(`${at.hub.url}/metrics`)).text()
      expect(metrics).toContain('brasa_components{state="down"} 1')
      expect(metrics).toContain('brasa_components{state="watched"} 1')
    })

    it("hands over when it stops", async () => {
      const first = await openTestHub(open)
      const second = await first.another({})
      await first.hub.health.look()
      await first.hub.stop()
      expect(await second.hub.health.look()).not.toBe(null)
    })

    it("evaluates nothing in the first interval after the hub was away, whatever its clock did", async () => {
      const at = await openTestHub(open)
      await enrol(at)
      at.clock.advance(3 * 3_600_000)
      await at.hub.health.look()
      await pass(at, 10)
      expect(await told(at)).toEqual([])
      await pass(at, 2)
      expect(await told(at)).toEqual([["component.down", { startedAt: "2026-11-21T19:00:00.000Z", devicesBehind: 0 }]])
    })

    it("continues when the clock is set back", async () => {
      const at = await openTestHub(open)
      await enrol(at)
      at.clock.set("2026-11-20T19:00:00.000Z")
      await at.hub.health.look()
      await pass(at, 25)
      expect((await told(at)).map(([type]) => type)).toEqual(["component.down"])
    })
  })
})
