import { describe, expect, it } from "vitest"
import { compareProducts, menuId, toCatalog } from "../../../../protocol/rules/catalog/catalog.ts"

const SINCE = "2026-11-21T18:00:00.000Z"

describe("a catalogue", () => {
  it("finds what is there by kind and id, and not what is gone", () => {
    const body = { code: "POS", name: "Caja" }
    const catalog = toCatalog([
      { kind: "channel", id: "POS", since: SINCE, body },
      { kind: "channel", id: "APP", since: SINCE, body: null },
    ])
    expect([...catalog.channel]).toEqual([["POS", { since: SINCE, body }]])
    expect(catalog.product.size).toBe(0)
  })

  it("names a menu by what it is for, in any case", () => {
    const menu = { storeCode: "S1", channel: "pos", fulfillment: "Dine_In" }
    expect(menuId(menu)).toBe(menuId({ ...menu, channel: "POS", fulfillment: "DINE_IN" }))
    expect(menuId(menu)).not.toBe(menuId({ ...menu, storeCode: "S2" }))
  })
})

describe("a product that changes", () => {
  const is = { id: "p", name: "P", type: "PRODUCTO" as const, prices: { default: "1" } }
  it.each([
    ["is new", null, is, { data: true, prices: false }],
    ["is gone", is, null, { data: true, prices: false }],
    ["costs something else", is, { ...is, prices: { default: "2" } }, { data: false, prices: true }],
    ["is called something else", is, { ...is, name: "Q" }, { data: true, prices: false }],
    [
      "has its keys in another order",
      { name: "P", id: "p", prices: { default: "1" }, type: "PRODUCTO" as const },
      is,
      { data: false, prices: false },
    ],
  ])("%s", (_what, was, becomes, change) => {
    expect(compareProducts(was, becomes)).toEqual(change)
  })
})
