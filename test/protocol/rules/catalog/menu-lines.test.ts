import { describe, expect, it } from "vitest"
import {
  cartLineOf,
  choicesOf,
  groupsOf,
  isAvailable,
  isGroupComplete,
  modifiersOf,
  optionsOf,
  productsOf,
  requiresChoice,
  shownCategory,
} from "../../../../protocol/rules/catalog/menu-lines.ts"
import type { MenuProduct } from "../../../../protocol/shapes/menu.ts"

const product = (productId: string, name: string, over: Partial<MenuProduct> = {}) => ({
  productId,
  name,
  type: "PRODUCTO" as const,
  price: "65000",
  taxes: [{ code: "IVA", rate: "0.15" }],
  station: "grill",
  modifierGroups: [],
  available: true,
  ...over,
})

const burger = product("p-1", "Hamburguesa clásica", { modifierGroups: ["g-extra", "g-gone"] })
const combo = product("p-2", "Combo niño", { modifierGroups: ["g-side", "g-extra"] })
const cheese = product("m-1", "Queso", { type: "MODIFIER", price: "7500", taxes: [] })
const fries = product("m-2", "Con papas", { type: "MODIFIER", price: "0", taxes: [] })

const menu = {
  currency: "USD",
  categories: [{ id: "c-1", name: "Todo", products: ["p-2", "p-1", "m-1", "p-missing"] }],
  products: [burger, combo, product("7861234567890", "Jugo de maracuyá"), cheese, fries],
  modifierGroups: [
    {
      id: "g-extra",
      name: "Extras",
      type: "CHECKBOX" as const,
      minOptions: 0,
      maxOptions: 2,
      options: ["m-1", "m-gone"],
    },
    { id: "g-side", name: "Guarnición", type: "RADIO" as const, minOptions: 1, maxOptions: 1, options: ["m-2"] },
  ],
}

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

describe("the menu", () => {
  it("shows a category in the menu's order, without modifiers and without what is not there", () => {
    expect(names(productsOf(menu, "c-1"))).toEqual(["Combo niño", "Hamburguesa clásica"])
    expect(productsOf(menu, "c-9")).toEqual([])
  })

  it("shows the category that was picked as long as the menu has it, else the first", () => {
    const two = { categories: [...menu.categories, { id: "c-2", name: "Bebidas", products: [] }] }
    expect([shownCategory(two, "c-2"), shownCategory(menu, "c-2"), shownCategory({ categories: [] }, "c-2")]).toEqual([
      "c-2",
      "c-1",
      "",
    ])
  })

  it("knows groups and options, and skips what a menu names in vain", () => {
    expect(names(groupsOf(menu, burger))).toEqual(["Extras"])
    expect(groupsOf(menu, burger).flatMap((group) => names(optionsOf(menu, group)))).toEqual(["Queso"])
  })
})

describe("making a line", () => {
  it("takes price, taxes and station from the menu", () => {
    expect(cartLineOf(burger, "l-1")).toMatchObject({ unitPrice: 65_000, quantity: 1, station: "grill", modifiers: [] })
  })

  it("asks first only where something must be chosen", () => {
    expect([requiresChoice(menu, burger), requiresChoice(menu, combo)]).toEqual([false, true])
  })

  it("is complete within the limits of each group", () => {
    const [side, extras] = groupsOf(menu, combo)
    if (!side || !extras) throw new Error("the menu has both groups")
    expect([isGroupComplete(side), isGroupComplete(side, ["m-2"]), isGroupComplete(extras)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it("puts modifiers into the menu's order, and reads them back", () => {
    const modifiers = modifiersOf(menu, combo, { "g-extra": ["m-1"], "g-side": ["m-2"] })
    expect(modifiers.map(({ name, unitPrice }) => [name, unitPrice])).toEqual([
      ["Con papas", 0],
      ["Queso", 7_500],
    ])
    expect(choicesOf(modifiers)).toEqual({ "g-side": ["m-2"], "g-extra": ["m-1"] })
  })

  it("needs the product, and as many options as must be chosen", () => {
    const without = (...gone: string[]) => ({
      ...menu,
      products: menu.products.map((one) => (gone.includes(one.productId) ? { ...one, available: false } : one)),
    })
    expect([isAvailable(menu, combo), isAvailable(menu, { ...combo, available: false })]).toEqual([true, false])
    expect([isAvailable(without("m-2"), combo), isAvailable(without("m-1"), combo)]).toEqual([false, true])
  })
})
