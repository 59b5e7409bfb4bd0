import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { lookedForBy, onlyStore, type StoreName, storeNamed } from "../../../../protocol/rules/orders/named-store.ts"
import { anId, aStore } from "../../../kit/orders.ts"

const store = aStore()
const OTHER = anId()

describe("a store is meant", () => {
  test.each<[string, StoreName, string]>([
    ["its id", { id: store.id }, store.id],
    ["its id in upper case", { id: store.id.toUpperCase() }, store.id],
    ["its code", { code: "UIO-001" }, store.id],
    ["both", { id: store.id, code: "UIO-001" }, store.id],
    ["nothing", {}, "VALIDATION_ERROR"],
    ["its id and another code", { id: store.id, code: "XX" }, "VALIDATION_ERROR"],
    ["another id", { id: OTHER }, "NOT_FOUND"],
    ["another id and its code", { id: OTHER, code: "UIO-001" }, "NOT_FOUND"],
    ["another code", { code: "XX" }, "NOT_FOUND"],
    ["its code in lower case", { code: "uio-001" }, "NOT_FOUND"],
    ["an id of no letters", { id: "" }, "NOT_FOUND"],
  ])("by %s", (_how, named, expected) => {
    const found = storeNamed(named, onlyStore(store))
    expect(isRefusal(found) ? found.refused : found.id).toBe(expected)
  })

  it("by what is looked for: the id as it is kept, the code where there is none", () => {
    const names = [{ id: "A-1", code: "UIO-001" }, { code: "UIO-001" }, {}]
    expect(names.map(lookedForBy)).toEqual([{ id: "a-1" }, { code: "UIO-001" }, {}])
  })
})
