import fc from "fast-check"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Provisioning } from "../../../hub/tenants/index.ts"
import { CLIENT_HEADERS, logIn } from "../../kit/clients.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_KEY, type TestHub, testTenants } from "../../kit/hub.ts"
import { MENU_SYNC, menuPath, publishPath, syncReport, withoutMenus } from "../../kit/provoke-menu.ts"
import { holdAsync } from "../../property/hold.ts"
import { MenuModel, type MenuStep, menuSteps } from "../../property/menu-model.ts"

/** One menu of an own channel, two of aggregators. */
function tenants(change: (file: Provisioning) => void = () => {}): string {
  const file: Provisioning = JSON.parse(testTenants({ clients: true }))
  const vendor = file.accounts[0]?.vendors[0]
  if (!vendor) throw new Error("the demo has lost its vendor")
  const menu = { storeCode: "UIO-001", priceList: "default", categories: ["c-drinks"] }
  vendor.menus = [
    { ...menu, channel: "GLOVO", fulfillment: "DELIVERY" },
    { ...menu, channel: "POS", fulfillment: "DINE_IN" },
    { ...menu, channel: "RAPPI", fulfillment: "DELIVERY" },
  ]
  change(file)
  return JSON.stringify(file)
}

eachDatabase((engine, open) => {
  let hub: TestHub
  const publish = (body: object = {}) => hub.call("POST", publishPath(), body)
  const report = (more: object = {}) => hub.call("POST", MENU_SYNC, syncReport(more))
  const sync = async (channel = "POS", fulfillment = "DINE_IN") =>
    (await hub.call("GET", menuPath(channel, fulfillment))).body.data.sync
  const rows = () =>
    hub.beside(({ store }) =>
      store.system.read(({ db }) =>
        db
          .selectFrom("menu_sync")
          .select(["entity", "channel", "status", "error", "completed_at"])
          .orderBy("sync_id")
          .execute(),
      ),
    )

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true })
    await hub.hub.operator.provision(tenants())
  })

  /** As if nothing had ever been published. */
  beforeEach(() =>
    hub.beside(({ store }) =>
      store.system.write(async ({ db }) => {
        for (const table of ["menu_sync", "menu_lock"] as const) await db.deleteFrom(table).execute()
        await db.updateTable("menu").set({ status: "PENDING", synced_at: null }).execute()
      }),
    ),
  )

  describe("a publication (docs/contract/menu.md#publish-menus)", () => {
    it("reports each menu, the last one with autoPublish, opens its rows, and locks the vendor", async () => {
      const { status, body } = await publish()
      expect([status, body.data.menus.length]).toEqual([202, 3])
      const events = (await hub.events()).filter(({ type }) => type === "menu.updated")
      const told = events.map(({ envelope }) => envelope as { event: { id: string }; data: Record<string, unknown> })
      expect(told.map(({ data }) => [data.channel, data.autoPublish]).sort()).toEqual([
        ["GLOVO", false],
        ["POS", false],
        ["RAPPI", true],
      ])
      const pos = told.find(({ data }) => data.channel === "POS")
      const { menu } = (await hub.call("GET", menuPath())).body.data
      expect(pos?.data).toMatchObject({ ...menu, publicationId: body.data.publicationId })
      const ids = body.data.menus.map(({ eventId }: { eventId: string }) => eventId).sort()
      expect(told.map(({ event }) => event.id).sort()).toEqual(ids)
      expect((await rows()).map(({ channel, entity, status: is }) => [channel, entity, is])).toEqual([
        ["GLOVO", "products", "pending"],
        ["POS", "menu", "pending"],
        ["POS", "products", "pending"],
        ["RAPPI", "products", "pending"],
      ])
      const again = await publish()
      expect([again.status, again.body.error]).toEqual([409, "MENU_PUBLISH_LOCKED"])
      expect(again.body.data).toEqual({ publicationId: body.data.publicationId, takenAt: hub.clock.iso() })
      expect((await hub.events()).filter(({ type }) => type === "menu.updated")).toHaveLength(3)
    })

    it("of one channel publishes that channel only", async () => {
      const { body } = await publish({ channel: "pos", fulfillmentType: "dine_in" })
      expect(body.data.menus).toMatchObject([{ channel: "POS", autoPublish: true }])
    })

    it("does not touch another vendor's lock, and needs a vendor-scoped scope", async () => {
      await publish()
      const sister = await hub.call("POST", publishPath("0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d03"), {}, SISTER_KEY)
      expect(sister.body.error).toBe("MENU_NOT_AVAILABLE")
    })
  })

  describe("a report (docs/contract/callbacks.md#menu-sync)", () => {
    it("closes all open menu and product rows, in either case, and releases the lock", async () => {
      await publish()
      hub.clock.advance(1000)
      const { status, body } = await report({ type: "products", message: "ignored on success" })
      expect([status, body]).toEqual([200, { success: true, data: { ok: true, updated: 4 } }])
      expect(await sync()).toMatchObject({ status: "SYNCED", syncedAt: hub.clock.iso() })
      expect((await rows()).map(({ status: is, error }) => [is, error])).toEqual(Array(4).fill(["SUCCESS", null]))
      expect((await rows())[0]?.completed_at).toBe(hub.clock.iso())
      expect((await publish()).status).toBe(202)
      expect(await sync()).toMatchObject({ status: "PENDING", syncedAt: hub.clock.iso() })
    })

    it.each([
      ["its message", { message: "sin conexión" }, "sin conexión"],
      ["the beginning of a long message", { message: "🍔".repeat(100_000) }, "🍔".repeat(2000)],
      ["words of ours where it has none", {}, "The integrator reported a failure without saying why."],
    ])("of a failure keeps %s, releases the lock, and leaves syncedAt", async (_what, more, error) => {
      await publish()
      await report()
      const { syncedAt } = await sync()
      hub.clock.advance(1000)
      await publish()
      expect((await report({ status: "FAILED", ...more })).body.data.updated).toBe(4)
      expect(await sync()).toMatchObject({ status: "FAILED", syncedAt })
      expect((await rows()).at(-1)).toMatchObject({ status: "FAILED", error })
      expect((await publish()).status).toBe(202)
    })

    it("of one dimension leaves the menu pending and the lock held while another is open", async () => {
      await publish({ channel: "POS", stores: true })
      expect((await report()).body.data.updated).toBe(2)
      expect((await sync()).status).toBe("PENDING")
      expect((await publish()).body.error).toBe("MENU_PUBLISH_LOCKED")
      expect((await report({ type: "stores", status: "FAILED" })).body.data.updated).toBe(1)
      expect((await sync()).status).toBe("FAILED")
      expect((await publish()).status).toBe(202)
    })

    it("with an eventId closes only that assignment's row, for aggregators only", async () => {
      const { menus } = (await publish()).body.data
      const idOf = (channel: string) => menus.find((menu: { channel: string }) => menu.channel === channel).eventId
      expect((await report({ eventId: idOf("GLOVO") })).body.data.updated).toBe(1)
      expect((await report({ eventId: idOf("GLOVO") })).body.data.updated).toBe(0)
      expect((await report({ eventId: idOf("RAPPI"), type: "STORES" })).body.data.updated).toBe(0)
      expect((await report({ eventId: idOf("POS") })).body.data.updated).toBe(0)
      expect((await report({ eventId: "evt_000000000000" })).body.data.updated).toBe(0)
      expect([(await sync("GLOVO", "DELIVERY")).status, (await sync("RAPPI", "DELIVERY")).status]).toEqual([
        "SYNCED",
        "PENDING",
      ])
      expect((await publish()).body.error).toBe("MENU_PUBLISH_LOCKED")
      expect((await report({ eventId: idOf("RAPPI"), status: "FAILED" })).body.data.updated).toBe(1)
      expect((await report()).body.data.updated).toBe(2)
      expect((await publish()).status).toBe(202)
    })

    it("of nothing open is accepted and changes nothing", async () => {
      expect((await report()).body.data).toEqual({ ok: true, updated: 0 })
    })

    it("of a version that was regenerated meanwhile does not count for the new version", async () => {
      await publish({ channel: "POS" })
      hub.clock.advance(1000)
      await hub.hub.operator.provision(
        tenants((file) => {
          const [first] = file.accounts[0]?.vendors[0]?.products?.filter(({ id }) => id === "p-cola") ?? []
          if (first) first.prices = { default: "3" }
        }),
      )
      await report()
      expect(await sync()).toEqual({
        status: "PENDING",
        generatedAt: hub.clock.iso(),
        syncedAt: hub.clock.iso(),
      })
    })

    it("that cannot be processed is DOMAIN_ERROR, changes nothing, and succeeds when repeated", async () => {
      await publish()
      const broken = await withoutMenus(hub, () => report())
      expect([broken.status, broken.body.error]).toEqual([400, "DOMAIN_ERROR"])
      expect((await rows()).map(({ status }) => status)).toEqual(Array(4).fill("pending"))
      expect((await publish()).body.error).toBe("MENU_PUBLISH_LOCKED")
      expect((await report()).body.data.updated).toBe(4)
    })

    it("sent twice at once closes each row once", async () => {
      await publish()
      const answers = await Promise.all([report(), report(), report()])
      expect(answers.map(({ body }) => body.data.updated).sort()).toEqual([0, 0, 4])
    })

    it("of two dimensions at once leaves no open row", async () => {
      await publish({ stores: true })
      await Promise.all([report(), report({ type: "STORES" })])
      expect((await sync()).status).toBe("SYNCED")
      expect((await publish()).status).toBe(202)
    })

    it.each([
      ["a vendor that is not dotted", { vendorId: "7" }, 400, "VALIDATION_ERROR"],
      ["a vendor of two parts", { vendorId: "acme.ec" }, 400, "VALIDATION_ERROR"],
      ["another vendor", { vendorId: "acme.ec.guayaquil" }, 403, "FORBIDDEN"],
      ["an unknown status", { status: "success" }, 400, "VALIDATION_ERROR"],
      ["no type", { type: "" }, 400, "VALIDATION_ERROR"],
      ["an eventId of another form", { eventId: "evt_1" }, 400, "VALIDATION_ERROR"],
    ])("with %s is refused", async (_what, more, status, code) => {
      const answer = await report(more)
      expect([answer.status, answer.body.error]).toEqual([status, code])
    })

    it("with invalid JSON is INTERNAL_SERVER_ERROR, only here", async () => {
      const answer = await hub.call("POST", MENU_SYNC, '{"vendorId":')
      expect([answer.status, answer.body.error]).toEqual([500, "INTERNAL_SERVER_ERROR"])
    })

    it("is accepted with an access token as well", async () => {
      const { authorization = "" } = await logIn(hub)
      const answer = await hub.call("POST", MENU_SYNC, syncReport(), null, { ...CLIENT_HEADERS, authorization })
      expect([answer.status, answer.body.data]).toEqual([200, { ok: true, updated: 0 }])
    })
  })

  it.runIf(engine === "sqlite")(
    "every sequence of publications and reports gives the result of the model",
    async () => {
      const take = async (step: MenuStep, ids: ReadonlyMap<string, string>) => {
        if (step.is === "report") {
          const { type, status, of } = step
          const eventId = of && (ids.get(of) ?? "evt_000000000000")
          return (await report({ type, status, ...(eventId && { eventId }) })).body.data.updated
        }
        const { status, body } = await publish({ stores: step.stores, ...(step.channel && { channel: step.channel }) })
        if (status !== 202) return status
        for (const menu of body.data.menus) (ids as Map<string, string>).set(menu.channel, menu.eventId)
        return status
      }
      await holdAsync(
        fc.asyncProperty(menuSteps, async (steps) => {
          for (const type of ["PRODUCTS", "STORES"]) await report({ type })
          const [model, ids] = [new MenuModel(), new Map<string, string>()]
          for (const step of steps) {
            expect(await take(step, ids), JSON.stringify(step)).toBe(model.take(step))
            for (const [channel, status] of Object.entries(model.statuses())) {
              expect((await sync(channel, channel === "POS" ? "DINE_IN" : "DELIVERY")).status).toBe(status)
            }
          }
        }),
        12,
      )
    },
  )
})
