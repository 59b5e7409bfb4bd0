import { beforeAll, describe, expect, it } from "vitest"
import type { Provisioning } from "../../../hub/tenants/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, NOW, openTestHub, READER_KEY, STORE, type TestHub, testTenants } from "../../kit/hub.ts"
import { menuPath, stockPath } from "../../kit/provoke-menu.ts"

const GLOBEX_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d02"

/** Beside the demo's menus, one of nothing but a product that is no longer sold, and a combo whose drink must be chosen, in a combo itself. */
function tenants(change: (vendor: Provisioning["accounts"][number]["vendors"][number]) => void = () => {}): string {
  const file: Provisioning = JSON.parse(testTenants())
  const vendor = file.accounts[0]?.vendors[0]
  if (!vendor) throw new Error("the demo has lost its vendor")
  vendor.products?.push(
    { id: "p-old", name: "Ya no", type: "PRODUCTO", active: false, prices: { default: "1" } },
    { id: "p-set", name: "Dúo", type: "PRODUCTO", prices: { default: "9.9" }, modifierGroups: ["g-one-of"] },
    { id: "m-tea", name: "Té", type: "MODIFIER", prices: { default: "0" } },
    { id: "m-milk", name: "Leche", type: "MODIFIER", prices: { default: "0.25" } },
    { id: "p-feast", name: "Banquete", type: "PRODUCTO", prices: { default: "19.9" }, modifierGroups: ["g-set"] },
  )
  vendor.modifierGroups?.push({
    ...{ id: "g-one-of", name: "Bebida", type: "RADIO", minOptions: 1, maxOptions: 1 },
    options: ["m-tea", "m-milk"],
  })
  vendor.modifierGroups?.push({
    ...{ id: "g-set", name: "Dúo", type: "RADIO", minOptions: 1, maxOptions: 1 },
    options: ["p-set"],
  })
  vendor.categories?.push({ id: "c-feasts", name: "Banquetes", products: ["p-feast"] })
  vendor.categories?.push({ id: "c-old", name: "Antes", products: ["p-old"] })
  vendor.categories?.push({ id: "c-sets", name: "Dúos", products: ["p-set", "p-cola"] })
  const menu = { storeCode: "UIO-001", priceList: "default" }
  vendor.menus?.push({ ...menu, channel: "APP", fulfillment: "DELIVERY", categories: ["c-old"] })
  vendor.menus?.push({ ...menu, channel: "Rappi", fulfillment: "Delivery", categories: ["c-sets"] })
  vendor.menus?.push({ ...menu, channel: "Glovo", fulfillment: "Delivery", categories: ["c-feasts"] })
  vendor.channels = [{ code: "RAPPI", name: "Rappi Ecuador" }]
  change(vendor)
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  const read = (channel?: string, fulfillment?: string) => hub.call("GET", menuPath(channel, fulfillment))
  const product = (menu: { products: { productId: string }[] }, id: string) =>
    menu.products.find(({ productId }) => productId === id)

  beforeAll(async () => {
    hub = await openTestHub(open)
    expect(await hub.hub.operator.provision(tenants())).not.toHaveProperty("refused")
  })

  describe("a menu (docs/contract/menu.md#get-a-menu)", () => {
    it("shows its owner, content, prices, positions and the state of its delivery", async () => {
      const { status, body } = await read("RAPPI", "DELIVERY")
      expect(status).toBe(200)
      expect(body.data.menu.list).toEqual({
        listId: "default",
        listName: "default",
        storeId: STORE,
        storeName: "Acme Amazonas",
        channelId: "RAPPI",
        channelReferenceName: "Rappi Ecuador",
        fulfillmentType: "DELIVERY",
        timezone: "America/Guayaquil",
        currency: "USD",
      })
      expect(body.data.menu.categories).toEqual([
        {
          productCategoryId: "c-sets",
          name: "Dúos",
          assignedAt: NOW,
          productListing: [
            { productId: "p-set", position: 1 },
            { productId: "p-cola", position: 2 },
          ],
        },
      ])
      expect(product(body.data.menu, "p-set")).toEqual({
        productId: "p-set",
        name: "Dúo",
        type: "PRODUCTO",
        active: true,
        priceInfo: { price: 9.9 },
        taxes: [],
        productModifiers: [{ modifierId: "g-one-of", position: 1 }],
      })
      expect(product(body.data.menu, "m-milk")).toMatchObject({ type: "MODIFIER", priceInfo: { price: 0.25 } })
      expect(body.data.menu.modifierGroups).toEqual([
        {
          ...{ modifierId: "g-one-of", modifier: "Bebida", minOptions: 1, maxOptions: 1, type: "RADIO" },
          modifierOptions: [
            { optionId: "m-tea", productId: "m-tea", name: "Té", position: 1 },
            { optionId: "m-milk", productId: "m-milk", name: "Leche", position: 2 },
          ],
        },
      ])
      expect(body.data.sync).toEqual({ status: "PENDING", generatedAt: NOW, syncedAt: null })
    })

    it("accepts channel and fulfilment in either case, with the channel's price list", async () => {
      const [lower, upper] = [await read("web", "Delivery"), await read("WEB", "DELIVERY")]
      expect(lower.body).toEqual(upper.body)
      const [web, pos] = [lower.body.data.menu, (await read("POS", "DINE_IN")).body.data.menu]
      const prices = [web, pos].map((menu) => product(menu, "p-burger-doble") as unknown as { priceInfo: object })
      expect(prices.map(({ priceInfo }) => priceInfo)).toEqual([{ price: 9.5 }, { price: 8.9 }])
    })

    it.each([
      ["without channel", "fulfillmentType=DINE_IN"],
      ["without fulfilment", "channel=POS"],
      ["with neither", ""],
    ])("%s is a VALIDATION_ERROR", async (_what, query) => {
      const { status, body } = await hub.call("GET", `/api/v1/core/external/stores/${STORE}/menu?${query}`)
      expect([status, body.error]).toEqual([400, "VALIDATION_ERROR"])
    })

    it.each([
      ["no menu is assigned to the combination", "POS", "DELIVERY"],
      ["nothing in it can be sold", "APP", "DELIVERY"],
    ])("is MENU_NOT_AVAILABLE when %s", async (_why, channel, fulfillment) => {
      const { status, body } = await read(channel, fulfillment)
      expect([status, body.error]).toEqual([404, "MENU_NOT_AVAILABLE"])
    })

    it.each([
      ["of a store that is nowhere", menuPath("POS", "DINE_IN", "nowhere"), undefined, 404, "NOT_FOUND"],
      ["of another tenant's store", menuPath("POS", "DINE_IN", GLOBEX_STORE), undefined, 404, "NOT_FOUND"],
      ["asked by another tenant", menuPath(), GLOBEX_KEY, 404, "NOT_FOUND"],
      ["asked without the scope", menuPath(), READER_KEY, 403, "FORBIDDEN"],
      ["asked without a key", menuPath(), null, 401, "UNAUTHORIZED"],
    ])("%s is refused", async (_what, path, key, status, code) => {
      const answer = await hub.call("GET", path, undefined, key)
      expect([answer.status, answer.body.error]).toEqual([status, code])
    })
  })

  describe("what has run out (docs/contract/menu.md#availability)", () => {
    const out = (id: string, more: object = {}) => hub.call("PUT", stockPath(id), { available: false, ...more })
    const back = (id: string) => hub.call("PUT", stockPath(id), { available: true })

    it("is inactive in each of the store's menus at once, and what works without it stays active", async () => {
      const { status, body } = await out("m-milk")
      expect([status, body.data]).toEqual([
        200,
        { storeId: STORE, productId: "m-milk", available: false, until: null, changedAt: hub.clock.iso() },
      ])
      const { menu } = (await read("RAPPI", "DELIVERY")).body.data
      expect(product(menu, "m-milk")).toMatchObject({ active: false })
      expect(product(menu, "m-tea")).toMatchObject({ active: true })
      expect(product(menu, "p-set")).toMatchObject({ active: true })
      await back("m-milk")
      expect(product((await read("RAPPI", "DELIVERY")).body.data.menu, "m-milk")).toMatchObject({ active: true })
    })

    it("deactivates what cannot be made without a choice", async () => {
      await Promise.all([out("m-milk"), out("m-tea")])
      const { menu } = (await read("RAPPI", "DELIVERY")).body.data
      expect(product(menu, "p-set")).toMatchObject({ active: false })
      expect(product(menu, "p-cola")).toMatchObject({ active: true })
      expect(product((await read("GLOVO", "DELIVERY")).body.data.menu, "p-feast")).toMatchObject({ active: false })
      await Promise.all([back("m-milk"), back("m-tea")])
    })

    it("returns by itself at its time, and screens are notified once each way", async () => {
      const until = new Date(hub.clock.ms() + 60_000).toISOString()
      await out("p-cola", { until })
      await out("p-cola", { until })
      const shown = async () => product((await read()).body.data.menu, "p-cola")
      expect(await shown()).toMatchObject({ active: false })
      hub.clock.advance(60_000)
      expect(await shown()).toMatchObject({ active: true })
      await hub.hub.queue.settle()
      const told = (await hub.events())
        .filter(({ type }) => type === "product.availability_changed")
        .map(({ envelope }) => dataOf(envelope) as { productId: string })
      expect(told.filter(({ productId }) => productId === "p-cola")).toEqual([
        { storeId: STORE, storeCode: "UIO-001", productId: "p-cola", available: false, until },
        { storeId: STORE, storeCode: "UIO-001", productId: "p-cola", available: true, until: null },
      ])
    })

    it.each([
      ["an until that has passed", { available: false, until: "2020-01-01T00:00:00Z" }],
      ["an until of what is there", { available: true, until: "2030-01-01T00:00:00Z" }],
      ["an until that is no moment", { available: false, until: "tomorrow" }],
      ["no word on it", {}],
    ])("is not changed by %s", async (_what, body) => {
      const answer = await hub.call("PUT", stockPath("p-cola"), body)
      expect([answer.status, answer.body.error]).toEqual([400, "VALIDATION_ERROR"])
    })

    it.each([
      ["no product of the vendor", stockPath("p-nothing"), undefined],
      ["a store of another tenant", stockPath("p-cola", GLOBEX_STORE), undefined],
    ])("is NOT_FOUND for %s", async (_what, path, key) => {
      const answer = await hub.call("PUT", path, { available: false }, key)
      expect([answer.status, answer.body.error]).toEqual([404, "NOT_FOUND"])
    })
  })

  describe("a change of the catalogue", () => {
    it("regenerates the menus that it affects, and publishes product, price and channel changes", async () => {
      hub.clock.advance(1000)
      const before = (await hub.events()).length
      await hub.hub.operator.provision(
        tenants((vendor) => {
          for (const one of vendor.products ?? []) {
            if (one.id === "p-set") one.prices = { default: "10.5" }
            if (one.id === "m-tea") one.name = "Té verde"
          }
          vendor.channels = [{ code: "RAPPI", name: "Rappi" }]
        }),
      )
      const { menu, sync } = (await read("RAPPI", "DELIVERY")).body.data
      expect(product(menu, "p-set")).toMatchObject({ priceInfo: { price: 10.5 } })
      expect(sync).toMatchObject({ status: "PENDING", generatedAt: hub.clock.iso() })
      expect((await read()).body.data.sync.generatedAt).not.toBe(hub.clock.iso())
      const told = (await hub.events()).slice(before).map(({ type, envelope }) => [type, dataOf(envelope)])
      expect(told).toEqual(
        expect.arrayContaining([
          ["product.updated", expect.objectContaining({ productId: "m-tea", change: "changed" })],
          ["product.price_updated", { productId: "p-set", prices: { default: "10.5" } }],
          ["channel.updated", { channel: "RAPPI" }],
        ]),
      )
      expect(told).toHaveLength(3)
    })

    it("that changes nothing regenerates and publishes nothing", async () => {
      await hub.hub.operator.provision(tenants())
      const [before, menu] = [(await hub.events()).length, (await read()).body]
      hub.clock.advance(1000)
      await hub.hub.operator.provision(tenants())
      expect([(await hub.events()).length, (await read()).body]).toEqual([before, menu])
    })

    it("removes a menu", async () => {
      await hub.hub.operator.provision(
        tenants((vendor) => {
          vendor.menus = (vendor.menus ?? []).filter(({ channel }) => channel !== "Rappi")
        }),
      )
      expect((await read("RAPPI", "DELIVERY")).body.error).toBe("MENU_NOT_AVAILABLE")
    })
  })
})

function dataOf(envelope: unknown): unknown {
  return (envelope as { data: unknown }).data
}
