import { expect, test } from "vitest"
import { clip, pad, sideBySide, widthOf, wrap } from "../../../protocol/print/fit.ts"

test("a letter with its accent is one column, however it was typed", () => {
  expect(widthOf("cafe\u0301")).toBe(4)
  expect(clip("cafe\u0301s", 4)).toBe("café")
  expect(pad("ñ", 3, "right")).toBe("  ñ")
})

test("breaks at spaces, inside words only where it must, and keeps an indent", () => {
  expect(wrap("papas fritas con salsa", 10)).toEqual(["papas", "fritas con", "salsa"])
  expect(wrap("1234567890123", 5)).toEqual(["12345", "67890", "123"])
  expect(wrap("  papas fritas", 9)).toEqual(["  papas", "  fritas"])
})

test("a name goes on below, a figure keeps its column", () => {
  const rows = sideBySide([
    { s: "Hamburguesa clásica", width: 12 },
    { s: "13,00", width: 7, align: "right" },
  ])
  expect(rows).toEqual(["Hamburguesa    13,00", "clásica"])
})
