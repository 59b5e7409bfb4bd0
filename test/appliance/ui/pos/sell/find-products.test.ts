import { describe, expect, it } from "vitest"
import { searchProducts } from "../../../../../appliance/ui/pos/sell/find-products.ts"
import type { Menu } from "../../../../../appliance/ui/pos/today.ts"

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
})
