import { expect, it } from "vitest"
import { jsonOf, jsonWrapped } from "../../../appliance/storage/index.ts"

const order = { id: "7", name: "Núñez", lines: [1, { two: null }], gone: undefined }

it.each([
  { order, events: [{ type: "order.opened" }] },
  { order, corrections: undefined, note: null, "a key": '"' },
  { events: [], count: 0, at: new Date(0) },
  {},
])("%j is written as JSON.stringify writes it, with or without a cached text", (body) => {
  const plain = JSON.stringify(body)
  expect(jsonWrapped(body)).toBe(plain)
  expect(jsonOf(order)).toBe(JSON.stringify(order))
  expect(jsonWrapped(body)).toBe(plain)
})

it("the text of a record is made once", () => {
  let asked = 0
  const record = {
    get id() {
      asked += 1
      return "7"
    },
  }
  jsonOf(record)
  jsonOf(record)
  jsonWrapped({ record })
  expect(asked).toBe(1)
})
