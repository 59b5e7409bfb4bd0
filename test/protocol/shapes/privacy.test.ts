import Type from "typebox"
import { describe, expect, it } from "vitest"
import { notPersonal, PRIVACY, personal, secret } from "../../../protocol/shapes/privacy.ts"
import { createValidator } from "../../../runtime/validate.ts"

describe("a mark", () => {
  it.each([
    ["personal", personal],
    ["secret", secret],
    ["none", notPersonal],
  ] as const)("%s stands in the published schema", (word, mark) => {
    expect(JSON.parse(JSON.stringify(mark(Type.String())))).toEqual({ type: "string", [PRIVACY]: word })
  })

  it("leaves the schema that it was given as it was, and an optional field optional", () => {
    const name = Type.Optional(Type.String())
    const schema = Type.Object({ name: personal(name) })
    expect(name).not.toHaveProperty(PRIVACY)
    expect(schema).not.toHaveProperty("required")
    expect(createValidator().check(schema, {})).toEqual([])
  })

  it("changes nothing about what is valid", () => {
    const schema = Type.Object({ pin: secret(Type.String({ pattern: "^[0-9]{4}$" })) })
    expect(createValidator().check(schema, { pin: "12" })).toHaveLength(1)
  })
})
