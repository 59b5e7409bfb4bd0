import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { projectOrder, readFields } from "../../../../protocol/rules/orders/projection.ts"
import { ORDER_FIELDS } from "../../../../protocol/shapes/order.ts"
import { accepted, anOrder, aStore } from "../../../kit/orders.ts"

describe("fields of the query", () => {
  test.each([
    ["id", ["id"]],
    ["id,totals", ["id", "totals"]],
    [" id , revision ", ["id", "revision"]],
    ["id,id", ["id", "id"]],
  ])("%j", (fields, read) => {
    expect(readFields(fields)).toEqual(read)
  })

  it("are all fields when none is named", () => {
    expect(readFields(undefined)).toEqual(ORDER_FIELDS)
  })

  test.each([
    "",
    "id,",
    "nope",
    "id,nope",
    "ID",
    "constructor",
    "__proto__",
    "sequence",
    "operatorUid",
    "currencyCode",
  ])("%j are refused with the list of allowed ones", (fields) => {
    const answer = readFields(fields)
    expect(isRefusal(answer) && answer.refused).toBe("VALIDATION_ERROR")
    expect(isRefusal(answer) && answer.details?.map(({ message }) => message)).toEqual(ORDER_FIELDS)
  })
})

describe("projected order", () => {
  const order = anOrder()

  it("has only the requested fields", () => {
    expect(projectOrder(order, ["id", "payments"], aStore())).toEqual({ id: order.id, payments: [] })
  })

  it("has its fiscal state, also without a document", () => {
    expect(projectOrder(order, ["fiscal"], aStore())).toMatchObject({ fiscal: { status: "awaiting_payment" } })
  })

  it("never has internal fields", () => {
    const all = projectOrder({ ...order, refunds: [] }, accepted<readonly string[]>(readFields(undefined)), aStore())
    expect(Object.keys(all).sort()).toEqual([...ORDER_FIELDS].sort())
    expect(all).not.toHaveProperty("sequence")
  })
})
