import Type from "typebox"
import { describe, expect, it } from "vitest"
import { HIDDEN, redact, redactText } from "../../../../protocol/rules/requests/redact.ts"
import { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { notPersonal, personal, secret } from "../../../../protocol/shapes/privacy.ts"
import { FreeForm, nullable } from "../../../../protocol/shapes/scalars.ts"

const CARD = "4111 1111 1111 1111"
const Buyer = personal(
  Type.Intersect([Type.Object({ name: Type.String(), govIdType: notPersonal(Type.String()) }), FreeForm]),
)
const Body = Type.Object({
  code: Type.String(),
  amount: Type.Union([Type.Number(), Type.String()]),
  kind: Type.Optional(Type.Unsafe<string>({ type: "string", enum: ["a", "b"] })),
  buyer: Type.Optional(nullable(Buyer)),
  phone: Type.Optional(personal(Type.String())),
  password: Type.Optional(secret(Type.String())),
  tags: Type.Optional(Type.Array(Type.String())),
  lines: Type.Optional(Type.Array(Type.Object({ name: Type.String(), notes: personal(nullable(Type.String())) }))),
  metadata: Type.Optional(FreeForm),
  facts: Type.Optional(notPersonal(FreeForm)),
  prices: Type.Optional(Type.Record(Type.String(), Type.String())),
  hours: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  rates: Type.Optional(Type.Record(Type.String(), Type.Object({ rate: Type.Number() }))),
})

const hidden = (value: unknown) => redact(Body, value, { showsPersonal: false })
const shown = (value: unknown) => redact(Body, value, { showsPersonal: true })

describe("redact", () => {
  it.each<[what: string, value: object, expected: object]>([
    ["a named text, number or word", { code: "A-1", amount: 6.5, kind: "a" }, { code: "A-1", amount: 6.5, kind: "a" }],
    ["a personal field", { phone: "0991234567" }, { phone: HIDDEN }],
    ["a personal field that is null", { lines: [{ name: "x", notes: null }] }, { lines: [{ name: "x", notes: null }] }],
    ["a secret", { password: "s3cret" }, { password: HIDDEN }],
    [
      "all of a person, but for what is marked otherwise",
      { buyer: { name: "Ana", govIdType: "RUC", uid: 7, vip: true, addresses: [{ street: "Av. 1" }] } },
      { buyer: { name: HIDDEN, govIdType: "RUC", uid: HIDDEN, vip: true, addresses: [{ street: HIDDEN }] } },
    ],
    ["a field in a list", { lines: [{ name: "x", notes: "Ana" }] }, { lines: [{ name: "x", notes: HIDDEN }] }],
    ["a field that the schema does not name", { nick: "Ana", age: 40 }, { nick: HIDDEN, age: HIDDEN }],
    [
      "free-form data",
      { metadata: { a: "Ana", b: [1, true, null] } },
      { metadata: { a: HIDDEN, b: [HIDDEN, true, null] } },
    ],
    ["free-form data of ours", { facts: { rule: "late", limit: 5 } }, { facts: { rule: "late", limit: 5 } }],
    [
      "texts under names that the sender made up",
      { prices: { a: "1" }, hours: { mo: ["9"] } },
      { prices: { a: HIDDEN }, hours: { mo: [HIDDEN] } },
    ],
    [
      "named fields under such names",
      { rates: { iva: { rate: 0.15, who: "Ana" } } },
      { rates: { iva: { rate: 0.15, who: HIDDEN } } },
    ],
    ["an object where a text should be", { code: { first: "Ana" } }, { code: { first: HIDDEN } }],
    [
      "a list where an object should be",
      { buyer: ["Ana"], metadata: ["Ana"] },
      { buyer: [HIDDEN], metadata: [HIDDEN] },
    ],
    ["a list of texts", { tags: ["a", "b"] }, { tags: ["a", "b"] }],
  ])("%s", (_what, value, expected) => {
    expect(hidden(value)).toEqual(expected)
  })

  it.each(["text", 7, ["text"]])("hides a body that has no schema or is no object: %j", (body) => {
    expect(JSON.stringify(hidden(body))).toBe(JSON.stringify(redact(undefined, body, { showsPersonal: false })))
    expect(JSON.stringify(hidden(body))).toContain(HIDDEN)
  })

  it("shows people and free-form data to those who may see them, and secrets to nobody", () => {
    const open = { code: "A-1", phone: "099", buyer: { name: "Ana" }, metadata: { table: 4 } }
    expect(shown({ ...open, password: "s3cret" })).toEqual({ ...open, password: HIDDEN })
  })

  it.each([
    "password",
    "client_secret",
    "access_token",
    "x-api-key",
    "apiKey",
    "Authorization",
    "pin",
    "cvv",
    "order_token",
  ])("hides %s in free-form data, whoever reads it", (name) => {
    const sent = { metadata: { list: [{ [name]: { deep: "s3cret" } }], [name]: true, table: 4 } }
    expect(shown(sent)).toEqual({ metadata: { list: [{ [name]: HIDDEN }], [name]: HIDDEN, table: 4 } })
  })

  it("takes the stricter of two schemas that a value may have", () => {
    const either = Type.Union([Type.Object({ name: Type.String() }), Type.Object({ name: personal(Type.String()) })])
    expect(redact(either, { name: "Ana" }, { showsPersonal: false })).toEqual({ name: HIDDEN })
    const half = Type.Union([notPersonal(FreeForm), FreeForm])
    expect(redact(half, { name: "Ana" }, { showsPersonal: false })).toEqual({ name: HIDDEN })
  })

  it("hides the guest of an order and leaves what was sold", () => {
    const order = {
      orderCode: "A-1",
      customer: { name: "Ana" },
      billing: { email: "ana@example.com" },
      customerId: "c-1",
      orderLines: [{ name: "Hamburguesa", notes: "para Ana" }],
      metadata: { kiosk: { buzzer_name: "Ana" }, order_token: "t-1" },
      kitchen: { stage: "order.ready" },
    }
    const text = JSON.stringify(redact(OrderRecord, order, { showsPersonal: false }))
    expect(text).not.toMatch(/Ana|ana@|c-1|t-1/)
    expect(text).toMatch(/A-1.*Hamburguesa.*order\.ready/)
  })

  it("leaves a card's last four digits, wherever the number stands, and no other number", () => {
    expect(shown({ code: `paid with ${CARD}.` })).toEqual({ code: `paid with ${HIDDEN}1111.` })
    const accessKey = "2111202601179214673900110010010000000011234567813"
    for (const text of ["4111111111111112", accessKey, "2026-11-21T09:30:00.000Z", "order 40", "1790012345001"]) {
      expect(redactText(text, { showsPersonal: false })).toBe(text)
    }
  })

  it("takes an address out of a sentence", () => {
    const sentence = "sent to ana.nunez@example.com twice"
    expect(hidden({ code: sentence })).toEqual({ code: `sent to ${HIDDEN} twice` })
    expect(redactText(sentence, { showsPersonal: true })).toBe(sentence)
  })

  it("hides what lies deeper than any body of ours, and changes nothing that it was given", () => {
    let deep: unknown = "bottom"
    for (let at = 0; at < 40; at += 1) deep = { deep }
    expect(JSON.stringify(shown({ metadata: deep }))).not.toContain("bottom")
    const body = { password: "x" }
    hidden(body)
    expect(body).toEqual({ password: "x" })
  })

  it("keeps a field that JavaScript has a name for", () => {
    const body = JSON.parse(`{"metadata": {"__proto__": {"a": "Ana"}}}`)
    expect(JSON.stringify(hidden(body))).toBe(`{"metadata":{"__proto__":{"a":"${HIDDEN}"}}}`)
  })
})
