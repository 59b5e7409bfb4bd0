import { beforeAll, describe, expect, it } from "vitest"
import type { Provisioning } from "../../hub/tenants/index.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub, testTenants } from "../kit/hub.ts"
import { MENU_SYNC, menuPath, publishPath, stockPath, syncReport } from "../kit/provoke-menu.ts"

const REGISTER_MENU = "/api/lan/v1/menu"

function tenants(change: (vendor: Provisioning["accounts"][number]["vendors"][number]) => void): string {
  const file: Provisioning = JSON.parse(testTenants())
  const vendor = file.accounts[0]?.vendors[0]
  if (vendor) change(vendor)
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox

  /** Asks until it holds; whoever calls says how long a person would wait. */
  async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    for (;;) {
      const value = await read()
      if (holds(value)) return value
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const atHub = async (channel?: string, fulfillment?: string) =>
    (await hub.call("GET", menuPath(channel, fulfillment))).body.data
  const atBox = async (channel?: string, fulfillment?: string) =>
    (await box.call("GET", menuPath(channel, fulfillment), undefined, KEY)).body.data
  const register = async (id: string) => {
    const { products } = (await box.call("GET", REGISTER_MENU)).body.data
    return products.find((product: { productId: string }) => product.productId === id)
  }
  const activeIn = ({ menu }: { menu: { products: { productId: string; active: boolean }[] } }, id: string) =>
    menu.products.find(({ productId }) => productId === id)?.active

  beforeAll(async () => {
    hub = await openTestHub(open)
    box = await openTestBox(hub)
  })

  describe("a menu of a store with a box", () => {
    it("is the same on both sides, in each channel", async () => {
      for (const [channel, fulfillment] of [
        ["POS", "DINE_IN"],
        ["WEB", "DELIVERY"],
      ]) {
        expect(await atBox(channel, fulfillment)).toEqual(await atHub(channel, fulfillment))
      }
    })

    it("of another store, or an unknown one, is refused as at the hub", async () => {
      const other = await box.call("GET", menuPath("POS", "DINE_IN", "nowhere"), undefined, KEY)
      const none = await box.call("GET", menuPath("RAPPI", "DELIVERY"), undefined, KEY)
      expect([other.body.error, none.body.error]).toEqual(["NOT_FOUND", "MENU_NOT_AVAILABLE"])
    })

    it("changes at the box with the catalogue: only changes are sent", async () => {
      const before = (await hub.hub.sync.stateOf(STORE))?.downHead ?? 0
      await hub.hub.operator.provision(
        tenants((vendor) => {
          for (const one of vendor.products ?? []) if (one.id === "p-cola") one.prices = { default: "4.2500" }
        }),
      )
      await until(
        () => register("p-cola"),
        ({ price }) => price === "42500",
      )
      expect(await atBox()).toEqual(await atHub())
      const ops = await hub.beside(({ store }) =>
        store.system.read(({ db }) =>
          db
            .withTables<{ down_op: { store_id: string; seq: number; kind: string; body: string } }>()
            .selectFrom("down_op")
            .select(["kind", "body"])
            .where("store_id", "=", STORE)
            .where("seq", ">", before)
            .orderBy("seq")
            .execute(),
        ),
      )
      const [changed] = ops.filter(({ kind }) => kind === "catalog.changed")
      expect(JSON.parse(changed?.body ?? "")).toMatchObject({ reset: false, last: true, items: [{ id: "p-cola" }] })
      expect(ops.map(({ kind }) => kind)).toEqual(["catalog.changed", "menus.synced"])
    })

    it("shows the state of its delivery at the box too", async () => {
      await hub.call("POST", publishPath(), {})
      await hub.call("POST", MENU_SYNC, syncReport())
      const { sync } = await until(atBox, (data) => data.sync.status === "SYNCED")
      expect(sync).toEqual((await atHub()).sync)
    })
  })

  describe("a register", () => {
    it("gets a new ETag if its menu differs, and the same if not", async () => {
      const mark = async () => (await box.call("GET", "/api/lan/v1/today")).body.data.menuMark
      const before = await mark()
      expect(await mark()).toBe(before)
      const ranOut = await box.call("PUT", stockPath("p-agua"), { available: false }, KEY)
      const out = await mark()
      const isBack = await box.call("PUT", stockPath("p-agua"), { available: true }, KEY)
      expect([ranOut.status, isBack.status]).toEqual([200, 200])
      expect([out === before, (await mark()) === out]).toEqual([false, false])
    })
  })

  describe("a product that runs out", () => {
    it("at the store is out there at once, and at the hub later, with one event", async () => {
      const answer = await box.call("PUT", stockPath("p-burger"), { available: false })
      expect([answer.status, answer.body.data.available]).toEqual([200, false])
      expect((await register("p-burger")).available).toBe(false)
      expect(activeIn(await atBox(), "p-burger")).toBe(false)
      await until(atHub, (data) => activeIn(data, "p-burger") === false)
      const events = (await hub.events()).filter(({ type }) => type === "product.availability_changed")
      const told = events.map(({ envelope }) => (envelope as { data: { productId: string } }).data)
      expect(told.filter(({ productId }) => productId === "p-burger")).toEqual([
        { storeId: STORE, storeCode: "UIO-001", productId: "p-burger", available: false, until: null },
      ])
    })

    it("at the hub is out at the store, and its register shows it", async () => {
      await hub.call("PUT", stockPath("p-cola"), { available: false })
      await until(
        () => register("p-cola"),
        ({ available }) => !available,
      )
      await hub.call("PUT", stockPath("p-cola"), { available: true })
      await until(
        () => register("p-cola"),
        ({ available }) => available,
      )
    })

    it("until a moment is back by itself on both sides", async () => {
      const moment = new Date(hub.clock.ms() + 60_000).toISOString()
      await box.call("PUT", stockPath("p-hotdog"), { available: false, until: moment })
      await until(atHub, (data) => activeIn(data, "p-hotdog") === false)
      hub.clock.advance(60_000)
      expect([activeIn(await atHub(), "p-hotdog"), activeIn(await atBox(), "p-hotdog")]).toEqual([true, true])
    })

    it("has the store's state if both sides changed it without a link", async () => {
      await box.stop()
      // The hub's word waits for the box, whose own is already written when it hears it.
      await hub.call("PUT", stockPath("p-alitas"), { available: false })
      await box.restart()
      await until(atBox, (data) => activeIn(data, "p-alitas") === false)
      await box.call("PUT", stockPath("p-alitas"), { available: true })
      await until(atHub, (data) => activeIn(data, "p-alitas") === true)
    })

    it("is known to a box that replaces another", async () => {
      await hub.call("PUT", stockPath("p-hotdog"), { available: false })
      await box.whenSynced()
      // From here on the first box is told that it is replaced: nothing may be asked of it any more.
      const next = await openTestBox(hub)
      const answer = async () => (await next.call("GET", menuPath(), undefined, KEY)).body.data
      const data = await until(answer, (menu) => menu && activeIn(menu, "p-hotdog") === false)
      expect(data.menu).toEqual((await atHub()).menu)
    })
  })
})
