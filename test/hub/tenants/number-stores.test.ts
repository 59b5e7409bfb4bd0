import { describe, expect, it } from "vitest"
import { numberStores } from "../../../hub/tenants/number-stores.ts"

const numbered = (given: Record<string, number | undefined>, known: Record<string, number | null> = {}) => {
  const stores = Object.entries(given).map(([id, number]) => ({ id, ...(number !== undefined && { number }) }))
  return Object.fromEntries(numberStores(stores, new Map(Object.entries(known))).map(({ id, number }) => [id, number]))
}

describe("the number of a vendor's store", () => {
  it("comes from the file", () => expect(numbered({ a: 7, b: 7 }, { a: 1 })).toEqual({ a: 7, b: 7 }))

  it("stays if the file names none", () => expect(numbered({ a: undefined }, { a: 4, b: 9 })).toEqual({ a: 4 }))

  it.each([
    ["1 at first, in the order of the file", { b: undefined, a: undefined }, {}, { b: 1, a: 2 }],
    ["after those of the file", { a: undefined, b: 5, c: undefined }, {}, { a: 6, b: 5, c: 7 }],
    ["after those that are there and not in the file", { a: undefined }, { z: 12, y: null }, { a: 13 }],
    ["given to one that was there without", { a: undefined }, { a: null }, { a: 1 }],
    ["never below 1", { a: undefined, b: -3 }, {}, { a: 1, b: -3 }],
  ])("else is the next free one: %s", (_what, given, known, expected) =>
    expect(numbered(given, known)).toEqual(expected),
  )
})
