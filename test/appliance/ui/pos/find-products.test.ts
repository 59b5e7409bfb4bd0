import { describe, expect, it } from "vitest"
import { groupsOf, optionsOf, productsOf, searchProducts } from "../../../../appliance/ui/pos/find-products.ts"
import { choicesOf, isComplete, lineOf, modifiersOf, mustChoose } from "../../../../appliance/ui/pos/make-line.ts"
import type { Menu } from "../../../../appliance/ui/pos/today.ts"

const product = (productId: string, name: string, over: Partial<Menu["products"][number]> = {}) => ({
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

const menu: Menu = {
  currency: "USD",
  categories: [{ id: "c-1", name: "Todo", products: ["p-2", "p-1", "m-1", "p-missing"] }],
  products: [burger, combo, product("7861234567890", "Jugo de maracuyá"), cheese, fries],
  modifierGroups: [
    { id: "g-extra", name: "Extras", type: "CHECKBOX", minOptions: 0, maxOptions: 2, options: ["m-1", "m-gone"] },
    { id: "g-side", name: "Guarnición", type: "RADIO", minOptions: 1, maxOptions: 1, options: ["m-2"] },
  ],
  paymentMethods: [],
  declineReasons: [],
}

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

describe("finding products", () => {
  it("shows a category in the menu's order, without modifiers and without what is not there", () => {
    expect(names(productsOf(menu, "c-1"))).toEqual(["Combo niño", "Hamburguesa clásica"])
    expect(productsOf(menu, "c-9")).toEqual([])
  })

  it.each([
    ["clasica", ["Hamburguesa clásica"]],
    ["NIÑO", ["Combo niño"]],
    ["ham cla", ["Hamburguesa clásica"]],
    ["mara", ["Jugo de maracuyá"]],
    ["7861234567890", ["Jugo de maracuyá"]],
    ["queso", []], // a modifier is not sold by itself
    ["urguesa", []], // the middle of a word
    ["  ", []],
  ])("%j finds %j", (typed, found) => expect(names(searchProducts(menu, typed))).toEqual(found))

  it("knows groups and options, and skips what a menu names in vain", () => {
    expect(names(groupsOf(menu, burger))).toEqual(["Extras"])
    expect(groupsOf(menu, burger).flatMap((group) => names(optionsOf(menu, group)))).toEqual(["Queso"])
  })
})

describe("making a line", () => {
  it("takes price, taxes and station from the menu", () => {
    expect(lineOf(burger, "l-1")).toMatchObject({ unitPrice: 65_000, quantity: 1, station: "grill", modifiers: [] })
  })

  it("asks first only where something must be chosen", () => {
    expect([mustChoose(menu, burger), mustChoose(menu, combo)]).toEqual([false, true])
  })

  it("is complete within the limits of each group", () => {
    const [side, extras] = groupsOf(menu, combo)
    if (!side || !extras) throw new Error("the menu has both groups")
    expect([isComplete(side), isComplete(side, ["m-2"]), isComplete(extras)]).toEqual([false, true, true])
  })

  it("puts modifiers into the menu's order, and reads them back", () => {
    const modifiers = modifiersOf(menu, combo, { "g-extra": ["m-1"], "g-side": ["m-2"] })
    expect(modifiers.map(({ name, unitPrice }) => [name, unitPrice])).toEqual([
      ["Con papas", 0],
      ["Queso", 7_500],
    ])
    expect(choicesOf({ ...lineOf(combo, "l"), modifiers })).toEqual({ "g-side": ["m-2"], "g-extra": ["m-1"] })
  })
})
