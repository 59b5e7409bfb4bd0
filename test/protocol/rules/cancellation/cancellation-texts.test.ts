import { describe, expect, it } from "vitest"
import { ALLOWED_TEXTS, BUILT_IN_TEXTS } from "../../../../protocol/rules/cancellation/cancellation-texts.ts"
import { CANCELLATION_CODES } from "../../../../protocol/shapes/cancellation.ts"

const all = Object.entries({ ...BUILT_IN_TEXTS, ...ALLOWED_TEXTS })

describe("built-in cancellation texts", () => {
  it("exist for every built-in code", () => {
    const own = CANCELLATION_CODES.filter((code) => code !== "CANCELLATION_POLICY_DENIED")
    expect(Object.keys(BUILT_IN_TEXTS).sort()).toEqual([...own].sort())
  })

  it.each(all)("of %s differ between the three languages", (_name, texts) => {
    for (const part of ["message", "reasonDetail"] as const) {
      const said = Object.values(texts).map((text) => text[part])
      expect(new Set(said).size).toBe(3)
      expect(said.every((text) => text.length > 5)).toBe(true)
    }
  })
})
