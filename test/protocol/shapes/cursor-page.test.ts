/** Where a page ended, as a word that goes to the caller and comes back from anybody. */
import { expect, it } from "vitest"
import { cursorPage, readCursor, writeCursor } from "../../../protocol/shapes/cursor-page.ts"

it.each([[["a", "b"]], [["with ~ and %", "ñ"]], [[""]]])("cursor of %j is read as it was written", (parts) => {
  expect(readCursor(writeCursor(parts), parts.length)).toEqual(parts)
})

it.each([
  ["of another number of parts", "a~b~c"],
  ["whose escapes are none", "a~%E0%A4%A"],
  ["with a NUL, which no database keeps", "a~%00"],
])("cursor %s is refused", (_what, word) => {
  expect(readCursor(word, 2)).toBe(null)
})

it("next cursor is that of the last item, and null on the last page", () => {
  const keyOf = (row: string) => [row]
  expect(cursorPage(["a", "b", "c"], 2, keyOf)).toEqual({ items: ["a", "b"], next: "b" })
  expect(cursorPage(["a", "b"], 2, keyOf)).toEqual({ items: ["a", "b"], next: null })
})
