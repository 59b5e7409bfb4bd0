import { expect, test } from "vitest"
import { clip, hang, pad, sideBySide, widthOf, wrap } from "../../../protocol/print/fit.ts"

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

test("a wrapped row is indented by its lead", () => {
  expect(hang("2 ", "papas fritas con salsa", 14)).toEqual(["2 papas fritas", "  con salsa"])
  expect(hang("    * ", "sin cebolla", 13)).toEqual(["    * sin", "      cebolla"])
  expect(hang("", "papas fritas", 8)).toEqual(["papas", "fritas"])
  expect(hang("una nota larga: ", "sin cebolla", 20)).toEqual(["una nota larga: sin", "cebolla"])
})

test("a lead also indents within a column", () => {
  const rows = sideBySide([
    { s: "", width: 3 },
    { s: "+ 1 Tocino ahumado", lead: "+ 1 ", width: 12 },
    { s: "1,50", width: 7, align: "right" },
  ])
  expect(rows).toEqual(["    + 1 Tocino      1,50", "        ahumado"])
})

test("a long name wraps, and a figure keeps its column", () => {
  const rows = sideBySide([
    { s: "Hamburguesa clásica", width: 12 },
    { s: "13,00", width: 7, align: "right" },
  ])
  expect(rows).toEqual(["Hamburguesa    13,00", "clásica"])
})
