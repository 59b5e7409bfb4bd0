/** The beginning of what was asked or answered: what is kept reads the same, and what is not kept is not walked. */
import { describe, expect, it } from "vitest"
import { truncateValue } from "../../../hub/request-log/truncate-value.ts"

const PAGE = 400

/** Parsed bodies hold nothing else. */
const BODIES: readonly (readonly [what: string, value: unknown])[] = [
  ["a long list", { items: Array.from({ length: 500 }, (_, n) => ({ id: n, name: `Producto ${n}`, out: null })) }],
  ["many fields", Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key-${n}`, n % 2 === 0]))],
  ["a long text", { text: "ñ".repeat(5_000), after: 1 }],
  ["lists in lists", [[[Array.from({ length: 900 }, (_, n) => `${n}`)]], "after"]],
  ["a field that JavaScript has a name for", JSON.parse(`{"__proto__": {"a": "${"x".repeat(900)}"}, "b": 1}`)],
]

describe("the beginning of a body", () => {
  it.each(BODIES)("of %s reads like the body, and ends soon", (_what, value) => {
    const text = JSON.stringify(truncateValue(value, PAGE))
    expect(text.slice(0, PAGE)).toBe(JSON.stringify(value).slice(0, PAGE))
    expect(text.length).toBeLessThan(6 * PAGE)
  })

  it("is the body itself if it is short", () => {
    for (const short of [{ a: [1, "two", null, { b: true }] }, [], "text", 7, null, undefined]) {
      expect(truncateValue(short, PAGE)).toBe(short)
    }
  })

  it("does not read further", () => {
    const rest = {
      get far(): string {
        throw new Error("this was looked at")
      },
    }
    const items = [...Array.from({ length: 100 }, (_, n) => `item ${n}`), rest]
    expect(JSON.stringify(truncateValue({ items }, PAGE))).toContain("item 9")
  })
})
