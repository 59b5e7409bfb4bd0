import { describe, expect, it, test } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { projectOrder, readFields } from "../../../../protocol/rules/orders/projection.ts"
import { ORDER_FIELDS } from "../../../../protocol/shapes/order.ts"
import { accepted, anOrder, aStore } from "../../../kit/orders.ts"

describe("the fields that are asked for", () => {
  test.each([
    ["id", ["id"]],
    ["id,totals", ["id", "totals"]],
    [" id , revision ", ["id", "revision"]],
    ["id,id", ["id", "id"]],
  ])("%j", (fields, read) => {
    expect(readFields(fields)).toEqual(read)
  })

  it("are all, when none is named", () => {
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
  ])("%j is refused, and the allowed ones are listed", (fields) => {
    const answer = readFields(fields)
    expect(isRefusal(answer) && answer.refused).toBe("VALIDATION_ERROR")
    expect(isRefusal(answer) && answer.details?.map(({ message }) => message)).toEqual(ORDER_FIELDS)
  })
})

describe("an order", () => {
  const order = anOrder()

  it("shows what was asked for and nothing else", () => {
    expect(projectOrder(order, ["id", "payments"], aStore())).toEqual({ id: order.id, payments: [] })
  })

  it("tells how it stands with the authority, without a document too", () => {
    expect(projectOrder(order, ["fiscal"], aStore())).toMatchObject({ fiscal: { status: "awaiting_payment" } })
  })

  it("never shows what the sides keep for themselves", () => {
    const all = projectOrder({ ...order, refunds: [] }, accepted<readonly string[]>(readFields(undefined)), aStore())
    expect(Object.keys(all).sort()).toEqual([...ORDER_FIELDS].sort())
    expect(all).not.toHaveProperty("sequence")
  })
})
