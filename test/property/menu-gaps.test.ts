/** What of a menu can be ordered, at the hub, at the register and at the kiosk alike, against a person who crosses out what cannot be made (docs/contract/menu.md#get-a-menu). */
import fc from "fast-check"
import { expect, it } from "vitest"
import { menuId, toCatalog } from "../../protocol/rules/catalog/catalog.ts"
import { compileMenu, withStock } from "../../protocol/rules/catalog/menu.ts"
import { isAvailable } from "../../protocol/rules/catalog/menu-lines.ts"
import { registerMenu, registerStock } from "../../protocol/rules/catalog/menu-register.ts"
import type { CatalogGroup, CatalogItem, CatalogProduct } from "../../protocol/shapes/catalog.ts"
import { hold } from "./hold.ts"

const SINCE = "2026-11-21T18:00:00.000Z"
const PRODUCTS = ["a", "b", "c", "d", "e", "f"]
const GROUPS = ["g1", "g2", "g3", "g4"]
const MENU = { storeCode: "S1", channel: "POS", fulfillment: "DINE_IN", categories: ["all"], priceList: "default" }

const someOf = (ids: readonly string[], most = ids.length) => fc.subarray([...ids], { maxLength: most })
const productOf = (id: string): fc.Arbitrary<CatalogProduct> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    type: fc.constantFrom("PRODUCTO" as const, "MODIFIER" as const),
    active: fc.boolean().map((one) => one || id < "d"),
    prices: fc.constant({ default: "1" }),
    modifierGroups: someOf(GROUPS, 2),
  })
const groupOf = (id: string): fc.Arbitrary<CatalogGroup> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id),
    type: fc.constantFrom("RADIO" as const, "CHECKBOX" as const),
    minOptions: fc.nat({ max: 2 }),
    maxOptions: fc.constantFrom(2, 3),
    options: someOf([...PRODUCTS, "nowhere"], 3),
  })
const shops = fc.record({
  products: fc.tuple(...PRODUCTS.map(productOf)),
  groups: fc.tuple(...GROUPS.map(groupOf)),
  listed: someOf(PRODUCTS),
  out: someOf(PRODUCTS, 3),
})
type Shop = typeof shops extends fc.Arbitrary<infer T> ? T : never

it("hub, register and kiosk sell exactly what can be made", () => {
  hold(
    fc.property(shops, (shop) => {
      const catalog = toCatalog(itemsOf(shop))
      const out = new Set(shop.out)
      const whole = compileMenu(catalog, MENU)
      const atHub = withStock(whole, out).products
      const sold = registerMenu({ code: "S1", currency: "USD" }, catalog, [])
      if (!sold) throw new Error("the store has a menu")
      const atBox = registerStock(sold, (id) => out.has(id))
      const wanted = whole.products.map(({ productId }) => [productId, !crossedOut(shop).has(productId)])
      expect(atHub.map((one) => [one.productId, one.active])).toEqual(wanted)
      expect(atBox.products.map((one) => [one.productId, one.available])).toEqual(wanted)
      expect(atBox.products.map((one) => [one.productId, isAvailable(atBox, one)])).toEqual(wanted)
    }),
    400,
  )
})

/** Crosses out, and looks at everything again, until nothing more is crossed out. */
function crossedOut({ products, groups, out }: Shop): Set<string> {
  const crossed = new Set([...out, ...products.filter(({ active }) => !active).map(({ id }) => id)])
  for (;;) {
    const next = products.find(({ id, modifierGroups = [] }) => {
      const short = groups.filter(({ options, type, minOptions }) => {
        const there = options.filter((option) => option !== "nowhere" && !crossed.has(option)).length
        return there < (type === "RADIO" ? Math.min(minOptions, 1) : minOptions)
      })
      return !crossed.has(id) && short.some((group) => modifierGroups.includes(group.id))
    })
    if (!next) return crossed
    crossed.add(next.id)
  }
}

function itemsOf({ products, groups, listed }: Shop): CatalogItem[] {
  return [
    ...products.map((body) => ({ kind: "product" as const, id: body.id, since: SINCE, body })),
    ...groups.map((body) => ({ kind: "group" as const, id: body.id, since: SINCE, body })),
    { kind: "category", id: "all", since: SINCE, body: { id: "all", name: "All", products: listed } },
    { kind: "menu", id: menuId(MENU), since: SINCE, body: MENU },
  ]
}
