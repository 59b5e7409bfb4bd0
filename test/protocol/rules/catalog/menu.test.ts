import { describe, expect, it } from "vitest"
import { type Catalog, toCatalog } from "../../../../protocol/rules/catalog/catalog.ts"
import { compileMenu, isSellable, menuListOf, upgradeMenu, withStock } from "../../../../protocol/rules/catalog/menu.ts"
import type { CatalogItem, CatalogProduct } from "../../../../protocol/shapes/catalog.ts"

const SINCE = "2026-11-21T18:00:00.000Z"

const product = (id: string, more: Partial<CatalogProduct> = {}): CatalogItem => ({
  ...{ kind: "product", id, since: SINCE },
  body: { id, name: id.toUpperCase(), type: "PRODUCTO", prices: { default: "1.5" }, ...more },
})
const group = (id: string, minOptions: number, options: string[]): CatalogItem => ({
  ...{ kind: "group", id, since: SINCE },
  body: { id, name: id, type: "CHECKBOX", minOptions, maxOptions: 3, options },
})
const category = (id: string, products: string[]): CatalogItem => ({
  ...{ kind: "category", id, since: SINCE },
  body: { id, name: id, products },
})

const CATALOG: Catalog = toCatalog([
  product("a", { prices: { default: "1.5", DELIVERY: "2" }, modifierGroups: ["must", "may"] }),
  product("b", { active: false }),
  product("c"),
  product("x", { type: "MODIFIER" }),
  product("y", { type: "MODIFIER", modifierGroups: ["deep"] }),
  product("z", { type: "MODIFIER" }),
  product("elsewhere"),
  product("combo", { modifierGroups: ["gc"] }),
  product("side", { modifierGroups: ["g1"] }),
  product("m1", { type: "MODIFIER" }),
  product("m2", { type: "MODIFIER" }),
  group("gc", 1, ["side"]),
  group("g1", 1, ["m1", "m2"]),
  category("combos", ["combo"]),
  group("must", 1, ["x"]),
  group("may", 0, ["y", "gone"]),
  group("deep", 0, ["z"]),
  category("one", ["c", "a"]),
  category("two", ["b", "a"]),
  category("off", ["b"]),
])
const make = (categories: string[], priceList = "default") => compileMenu(CATALOG, { categories, priceList })
const active = (content: ReturnType<typeof make>, id: string) =>
  content.products.find(({ productId }) => productId === id)?.active

describe("a menu made of a catalogue (docs/contract/menu.md#get-a-menu)", () => {
  it("has what is listed, once, and what that can be modified with, and so on", () => {
    const { categories, products, modifierGroups } = make(["one", "two", "one", "nowhere"])
    expect(categories.map(({ productCategoryId, assignedAt }) => [productCategoryId, assignedAt])).toEqual([
      ["one", SINCE],
      ["two", SINCE],
    ])
    expect(products.map(({ productId }) => productId)).toEqual(["c", "a", "b", "x", "y", "z"])
    expect(modifierGroups.map(({ modifierId }) => modifierId)).toEqual(["must", "may", "deep"])
    expect(modifierGroups[1]?.modifierOptions).toMatchObject([{ optionId: "y", position: 1 }])
  })

  it.each([
    ["DELIVERY", 2],
    ["default", 1.5],
    ["UNKNOWN", 1.5],
  ])("by the price list %s costs %f", (priceList, price) => {
    expect(make(["one"], priceList).products.find(({ productId }) => productId === "a")?.priceInfo.price).toBe(price)
  })

  it("can be sold while one product of it is active; an inactive one stays in it", () => {
    expect([isSellable(make(["one"])), isSellable(make(["off"])), isSellable(make([]))]).toEqual([true, false, false])
    expect(active(make(["two"]), "b")).toBe(false)
  })

  it.each([
    ["nothing", [], { a: true, c: true }],
    ["itself", ["c"], { a: true, c: false }],
    ["an option that must be chosen", ["x"], { a: false, c: true }],
    ["an option that may be chosen", ["y"], { a: true, c: true }],
  ])("with %s out", (_what, out, expected) => {
    const content = withStock(make(["one"]), new Set(out))
    expect({ a: active(content, "a"), c: active(content, "c") }).toEqual(expected)
  })

  it.each([
    ["one of a side's two options", ["m1"], { combo: true, side: true }],
    ["both of a side's two options", ["m1", "m2"], { combo: false, side: false }],
    ["the side", ["side"], { combo: false, side: false }],
  ])("takes a combo with its side, with %s out", (_what, out, expected) => {
    const content = withStock(make(["combos"]), new Set(out))
    expect({ combo: active(content, "combo"), side: active(content, "side") }).toEqual(expected)
  })

  it("changes nothing of what it was made from", () => {
    const content = make(["one"])
    const before = JSON.stringify(content)
    expect(active(withStock(content, new Set(["x", "y"])), "y")).toBe(false)
    expect([JSON.stringify(content), withStock(content, new Set(["elsewhere"]))]).toEqual([before, content])
  })

  it("says of products alone whether they can be had: groups and options carry no word of it (docs/contract/menu.md#get-a-menu)", () => {
    const { products, modifierGroups } = withStock(make(["one"]), new Set(["x"]))
    expect(products.flatMap(({ productModifiers }) => productModifiers)).toContainEqual({
      modifierId: "must",
      position: 1,
    })
    expect(modifierGroups[0]?.modifierOptions).toEqual([{ optionId: "x", productId: "x", name: "X", position: 1 }])
  })

  it("that an earlier version kept is told as this one tells it", () => {
    const content = make(["combos"])
    const more = <T extends object>(one: T) => ({ ...one, active: true })
    const kept = {
      ...content,
      products: content.products.map((one) => ({
        ...one,
        active: one.productId !== "side",
        productModifiers: one.productModifiers.map(more),
      })),
      modifierGroups: content.modifierGroups.map((one) => ({ ...one, modifierOptions: one.modifierOptions.map(more) })),
    }
    expect(upgradeMenu(kept)).toEqual(withStock(content, new Set(["side"])))
  })

  it("is named by its channel where that has a name", () => {
    const store = { id: "s", name: "S", timeZone: "UTC", currency: "USD" }
    const named = { channel: new Map([["POS", { since: SINCE, body: { code: "POS", name: "Caja" } }]]) }
    const one = { storeCode: "S1", channel: "pos", fulfillment: "dine_in", categories: [], priceList: "default" }
    expect(menuListOf(store, one, named).channelReferenceName).toBe("Caja")
    expect(menuListOf(store, one, { channel: new Map() })).toMatchObject({ channelReferenceName: "POS" })
  })
})
