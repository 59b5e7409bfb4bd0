import { describe, expect, it } from "vitest"
import { searchParts, storeWords } from "../../../../protocol/rules/health/store-words.ts"

describe("store search", () => {
  const words = storeWords({ code: "UIO-001", name: "Plaza Iñaquito · São João" })

  it.each(["inaquito", "IÑAQ", "uio-0", "joao plaza", "  sao   uio "])("finds the store by %j", (typed) => {
    const parts = searchParts(typed)
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.every((part) => words.includes(part))).toBe(true)
  })

  it("does not match text across code and name", () => {
    expect(words).not.toContain("001plaza")
    expect(searchParts("001plaza")).toEqual(["001plaza"])
  })

  it("has no words for an empty text, and a limited number for a long one", () => {
    expect(searchParts(" \n %_ ")).toEqual([])
    expect(searchParts("a ".repeat(500))).toHaveLength(6)
  })
})
