import { describe, expect, it } from "vitest"
import { searchParts, storeWords } from "../../../../protocol/rules/health/store-words.ts"

describe("a store", () => {
  const words = storeWords({ code: "UIO-001", name: "Plaza Iñaquito · São João" })

  it.each(["inaquito", "IÑAQ", "uio-0", "joao plaza", "  sao   uio "])("is found by %j", (typed) => {
    const parts = searchParts(typed)
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.every((part) => words.includes(part))).toBe(true)
  })

  it("is not found by what only its code and name together would spell", () => {
    expect(words).not.toContain("001plaza")
    expect(searchParts("001plaza")).toEqual(["001plaza"])
  })

  it("is sought by nothing where nothing was typed, and by few words where a page was", () => {
    expect(searchParts(" \n %_ ")).toEqual([])
    expect(searchParts("a ".repeat(500))).toHaveLength(6)
  })
})
