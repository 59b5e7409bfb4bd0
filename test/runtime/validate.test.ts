import Type, { type TSchema } from "typebox"
import { describe, expect, it, test } from "vitest"
import { CashAmount } from "../../protocol/shapes/cash-close.ts"
import {
  FreeForm,
  Instant,
  LocalDate,
  MajorAmount,
  nullable,
  oneOf,
  ShortText,
  Uuid,
} from "../../protocol/shapes/scalars.ts"
import { createValidator, unstorable } from "../../runtime/validate.ts"

const validator = createValidator()
const NO_MOMENT = "must be a moment, ISO 8601 with an offset or Z"
const NO_AMOUNT = "must be an amount: a number, or a decimal string with at most 4 decimals"

describe("each fault is one line with its path, in plain words", () => {
  test.each<[string, TSchema, unknown, string[]]>([
    ["nothing wrong", Type.Object({ a: ShortText }), { a: "x", more: 1 }, []],
    ["a missing field", Type.Object({ a: ShortText }), {}, ["a is required"]],
    [
      "a missing field, deep",
      Type.Object({ a: Type.Array(Type.Object({ b: ShortText })) }),
      { a: [{ b: "x" }, {}] },
      ["a.1.b is required"],
    ],
    [
      "all of them",
      Type.Object({ a: ShortText, b: Type.Integer() }),
      { b: 1.5 },
      ["a is required", "b must be integer"],
    ],
    ["not an object", Type.Object({}), [], [" must be object"]],
    ["null", Type.Object({}), null, [" must be object"]],
    ["an empty text", ShortText, "", [" must have at least 1 characters"]],
    ["a word of a closed list", oneOf("POS", "WEB"), "pos", [" must be one of POS, WEB"]],
    [
      "an amount",
      MajorAmount,
      "1.23456",
      [" must be an amount: a number, or a decimal string with at most 4 decimals"],
    ],
    [
      "an amount of another type",
      Type.Object({ a: MajorAmount }),
      { a: true },
      ["a must be an amount: a number, or a decimal string with at most 4 decimals"],
    ],
    ...[-1, "-1", "1,5", null].map((value): [string, TSchema, unknown, string[]] => [
      `an amount of cash, ${value}`,
      CashAmount,
      value,
      [" must be an amount of 0 or more: a number, or a decimal string with at most 2 decimals"],
    ]),
    ["an amount of cash as text", CashAmount, "110.0000", []],
    ["null where it may be", nullable(Uuid), null, []],
    ["neither null nor right", nullable(Uuid), 5, [" must be string"]],
    ["neither null nor a moment", Type.Object({ a: nullable(Instant) }), { a: "x" }, [`a ${NO_MOMENT}`]],
    [
      "neither null nor whole",
      Type.Object({ a: nullable(Type.Object({ b: ShortText })) }),
      { a: {} },
      ["a.b is required"],
    ],
    ["neither null nor an amount", nullable(MajorAmount), true, [` ${NO_AMOUNT}`]],
    ["neither of two", Type.Union([Type.Integer(), Type.Boolean()]), "x", [" has none of the allowed forms"]],
    ["a UUID", Uuid, "not-a-uuid", [" must be a UUID"]],
    ["a moment without an offset", Instant, "2026-11-21T12:00:00", [" must be a moment, ISO 8601 with an offset or Z"]],
    ["a leap second", Instant, "2016-12-31T23:59:60Z", [" must be a moment, ISO 8601 with an offset or Z"]],
    ["half an offset", Instant, "2026-11-21T12:00:00+05", [" must be a moment, ISO 8601 with an offset or Z"]],
    ["a day that is none", LocalDate, "2026-02-30", [" must be a day, YYYY-MM-DD"]],
    ["a key too many", Type.Object({}, { additionalProperties: false }), { a: 1 }, ["a is not allowed"]],
    ["a key with a slash", Type.Record(Type.String(), Type.Integer()), { "a/b": "x" }, ["a/b must be integer"]],
    ["a text that looks like a number", Type.Integer(), "5", [" must be integer"]],
    [
      "an endless row of faults",
      Type.Array(Type.Integer()),
      Array(1000).fill("x"),
      Array.from({ length: 50 }, (_, n) => `${n} must be integer`),
    ],
  ])("%s", (_, schema, value, faults) => {
    expect(validator.check(schema, value).map(({ path, message }) => `${path} ${message}`)).toEqual(faults)
  })
})

describe("keys with special names", () => {
  it("are data like any other", () => {
    const body = JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": {}}, "toString": 1}')
    expect(validator.check(FreeForm, body)).toEqual([])
    expect(unstorable(body)).toBeNull()
  })

  it("do not replace a missing field", () => {
    const schema = Type.Object({ a: ShortText, toString: ShortText })
    expect(validator.check(schema, JSON.parse('{"__proto__": {"a": "x"}}')).map(({ path }) => path)).toEqual([
      "a",
      "toString",
    ])
  })
})

describe("query and path values", () => {
  const schema = Type.Object({ page: Type.Integer({ minimum: 1 }), fiscal: Type.Optional(Type.Boolean()) })

  it("become what the schema asks for", () => {
    const query: Record<string, unknown> = { page: "2", fiscal: "true" }
    expect(validator.coerce(schema, query)).toEqual([])
    expect(query).toEqual({ page: 2, fiscal: true })
  })

  test.each([{ page: "two" }, { page: "0" }, { page: "1.5" }, { page: ["1", "2"] }, { page: "1", fiscal: "maybe" }])(
    "%j is refused",
    (query) => {
      expect(validator.coerce(schema, query)).toHaveLength(1)
    },
  )

  it("are converted, but a body's texts stay texts", () => {
    const body = { page: "2" }
    expect(validator.check(schema, body)).toHaveLength(1)
    expect(body).toEqual({ page: "2" })
  })
})

describe("a value that no database would store unchanged is refused", () => {
  const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`)
  const TEXT = "contains a NUL character or half of a surrogate pair"

  test.each<[string, unknown, string | null]>([
    ["plain data", { a: [1, "ñ", null, true], "😀": "👩‍🍳" }, null],
    ["NUL in a text", { a: ["x", "a\u0000b"] }, `a.1 ${TEXT}`],
    ["half of a pair", { a: "\ud83d" }, `a ${TEXT}`],
    ["the other half", "\ude00", ` ${TEXT}`],
    ["NUL in a key", { a: { "b\u0000": 1 } }, `a.(key) ${TEXT}`],
    ["50000 values", Array(49_999).fill({}), null],
    ["50001 values", { a: Array(49_999).fill(0) }, " holds more than 50000 values"],
    ["64 levels", deep(64), null],
    ["65 levels", deep(66), `${"0.".repeat(64)}0 is nested deeper than 64 levels`],
    ["half a million levels", deep(500_000), `${"0.".repeat(64)}0 is nested deeper than 64 levels`],
  ])("%s", (_, value, fault) => {
    const found = unstorable(value)
    expect(found && `${found.path} ${found.message}`).toBe(fault)
  })
})
