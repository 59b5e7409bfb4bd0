import Type from "typebox"
import { describe, expect, it, test } from "vitest"
import { FreeForm } from "../../../protocol/shapes/scalars.ts"
import { fromSnake, snakeSchema, toSnake } from "../../../protocol/shapes/snake-case.ts"
import { createValidator } from "../../../runtime/validate.ts"

const Line = Type.Object({ unitPrice: Type.Number(), notes: Type.Optional(Type.String()) })
const Buyer = Type.Intersect([Type.Object({ lastName: Type.Optional(Type.String()) }), FreeForm])
const Body = Type.Object({
  orderId: Type.String(),
  buyer: Type.Optional(Buyer),
  orderLines: Type.Array(Line, { minItems: 1 }),
  metadata: Type.Optional(FreeForm),
})

const { check } = createValidator()

describe("the snake_case schema", () => {
  const schema = snakeSchema(Body)

  test.each([
    [{ order_id: "a", order_lines: [{ unit_price: 1 }] }, []],
    [{ order_id: "a", buyer: { last_name: "N" }, order_lines: [{ unit_price: 1 }], other: {} }, []],
    [{}, ["order_id", "order_lines"]],
    [{ orderId: "a", orderLines: [{ unitPrice: 1 }] }, ["order_id", "order_lines"]],
    [{ order_id: "a", order_lines: [] }, ["order_lines"]],
    [{ order_id: "a", order_lines: [{ unit_price: "1" }] }, ["order_lines.0.unit_price"]],
    [{ order_id: "a", buyer: { last_name: 5 }, order_lines: [{ unit_price: 1 }] }, ["buyer.last_name"]],
  ])("%j has the faults %j", (value, paths) => {
    expect(check(schema, value).map(({ path }) => path)).toEqual(paths)
  })

  it("does not change the original schema", () => {
    expect(Object.keys(Body.properties)).toContain("orderLines")
    expect(check(Body, { orderId: "a", orderLines: [{ unitPrice: 1 }] })).toEqual([])
  })
})

describe("snake_case body", () => {
  it("gets the schema's names and keeps unknown ones", () => {
    const sent = {
      order_id: "a",
      order_lines: [{ unit_price: 1, not_known: 2 }],
      metadata: { order_token: "t", some_list: [{ deep_key: 1 }] },
      extra_key: { deep_key: 1 },
    }
    expect(fromSnake(Body, sent)).toEqual({
      orderId: "a",
      orderLines: [{ unitPrice: 1, not_known: 2 }],
      metadata: { order_token: "t", some_list: [{ deep_key: 1 }] },
      extra_key: { deep_key: 1 },
    })
  })

  it("has every name converted in an open object with known names", () => {
    const sent = { buyer: { last_name: "N", billing_information: { gov_id_type: "RUC", list: [{ a_b: 1 }] } } }
    expect(fromSnake(Body, sent)).toEqual({
      buyer: { lastName: "N", billingInformation: { govIdType: "RUC", list: [{ aB: 1 }] } },
    })
  })
})

test.each([
  ["payments.totals.0.amount", "payments.totals.0.amount"],
  ["order.products.0.unitPrice", "order.products.0.unit_price"],
  ["store.vendorId", "store.vendor_id"],
])("%s is called %s", (path, snake) => {
  expect(toSnake(path)).toBe(snake)
})
