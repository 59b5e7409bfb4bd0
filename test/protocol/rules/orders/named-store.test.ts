import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  findNamedStore,
  type StoreName,
  singleStore,
  storeLookup,
} from "../../../../protocol/rules/orders/named-store.ts"
import { anId, aStore } from "../../../kit/orders.ts"

const store = aStore()
const OTHER = anId()

describe("store is found", () => {
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
    const found = findNamedStore(named, singleStore(store))
    expect(isRefusal(found) ? found.refused : found.id).toBe(expected)
  })

  it("by its id in lower case, or by its code without an id", () => {
    const names = [{ id: "A-1", code: "UIO-001" }, { code: "UIO-001" }, {}]
    expect(names.map(storeLookup)).toEqual([{ id: "a-1" }, { code: "UIO-001" }, {}])
  })
})
