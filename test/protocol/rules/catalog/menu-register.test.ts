import { describe, expect, it } from "vitest"
import { menuId, toCatalog } from "../../../../protocol/rules/catalog/catalog.ts"
import { registerMenu, registerStock } from "../../../../protocol/rules/catalog/menu-register.ts"
import type { CatalogItem } from "../../../../protocol/shapes/catalog.ts"

const SINCE = "2026-11-21T18:00:00.000Z"

const product = (id: string, active = true, modifierGroups: string[] = []): CatalogItem => ({
  ...{ kind: "product", id, since: SINCE },
  body: { id, name: id, type: "PRODUCTO", active, prices: { default: "1.5" }, modifierGroups },
})
const mustHave = (id: string, options: string[]): CatalogItem => ({
  ...{ kind: "group", id, since: SINCE },
  body: { id, name: id, type: "RADIO", minOptions: 1, maxOptions: 1, options },
})
const category = (id: string, products: string[]): CatalogItem => ({
  ...{ kind: "category", id, since: SINCE },
  body: { id, name: id, products },
})
const menu = (channel: string, fulfillment: string, categories: string[]): CatalogItem => {
  const body = { storeCode: "S1", channel, fulfillment, categories, priceList: "default" }
  return { kind: "menu", id: menuId(body), since: SINCE, body }
}

const CATALOG = toCatalog([
  product("a"),
  product("b", false),
  category("one", ["a"]),
  category("two", ["b", "a"]),
  category("web", ["a"]),
  product("combo", true, ["gc"]),
  product("side", true, ["g1"]),
  product("m1"),
  product("m2"),
  mustHave("gc", ["side"]),
  mustHave("g1", ["m1", "m2", "nowhere"]),
  category("combos", ["combo"]),
  menu("Pos", "dine_in", ["one"]),
  menu("pos", "TAKE_AWAY", ["two", "combos"]),
  menu("WEB", "DELIVERY", ["web"]),
])

describe("the menu of a store's registers", () => {
  it("is its POS menus together, scaled, and null where there is none", () => {
    const made = registerMenu({ code: "S1", currency: "USD" }, CATALOG, [])
    expect(made?.categories.map(({ id }) => id)).toEqual(["one", "two", "combos"])
    expect(made?.products.find(({ productId }) => productId === "a")).toMatchObject({ price: "15000", available: true })
    expect(made?.products.find(({ productId }) => productId === "b")?.available).toBe(false)
    expect(registerMenu({ code: "S2", currency: "USD" }, CATALOG, [])).toBeNull()
    const out = made && registerStock(made, (id) => id === "a")
    expect(out?.products.find(({ productId }) => productId === "a")?.available).toBe(false)
  })

  it("sells no combo whose side cannot be made", () => {
    const made = registerMenu({ code: "S1", currency: "USD" }, CATALOG, [])
    const left = (...out: string[]) =>
      made &&
      registerStock(made, (id) => out.includes(id)).products.flatMap((one) => (one.available ? one.productId : []))
    expect(left("m1")).toEqual(["a", "combo", "side", "m2"])
    expect(left("m1", "m2")).toEqual(["a"])
  })
})
