/** A guest's pictographs on paper: words before layout, nothing lost, every column in its place. */
import { expect, it } from "vitest"
import { withEmojiWords } from "../../../protocol/print/emoji-words.ts"
import type { Scope } from "../../../protocol/print/fill.ts"
import { widthOf } from "../../../protocol/print/fit.ts"
import { layOut } from "../../../protocol/print/lay-out.ts"

const inLocale = (locale: string) => ({ locale, currencyCode: "USD" })
const PAPER = { width: 32, manner: inLocale("es-EC") } as const
const rowsOf = (scope: Scope) =>
  layOut(
    [
      { t: "text", s: "{note}" },
      {
        t: "columns",
        cells: [{ s: "{note}" }, { s: "{price|amount}", align: "right", guard: "money" }],
      },
    ],
    scope,
    PAPER,
  ).map((line) => ("s" in line ? line.s : ""))

it.each([
  ["es-EC", "alergia: 🥜🦐", "alergia: [cacahuetes] [gamba]"],
  ["pt-BR", "alergia: 🥜🦐", "alergia: [amendoim] [camarão]"],
  ["en-US", "🌮🌮", "[taco] [taco]"],
  ["en-US", "👍🏽 1️⃣ 🇪🇨 ❤️", "[thumbs up] [keycap: 1] [flag: Ecuador] [red heart]"],
  ["en-US", "🥜\u200d🦐", "[peanuts] [shrimp]"],
  ["en-US", "🫪\u{1fafe}", "[distorted face] *"],
])("a note in %s writes %s as %s", (locale, note, words) => {
  expect(withEmojiWords(note, inLocale(locale))).toBe(words)
})

it.each(["Ñandú, 2 × café… 5 €", "Coca-Cola® ©2026 ™", "饺子", ""])(
  "a text without pictographs stays as it is: %s",
  (text) => {
    expect(withEmojiWords(text, inLocale("es-EC"))).toBe(text)
  },
)

it("a figure beside a pictograph keeps its column", () => {
  const [note, row] = rowsOf({ note: "Taco 🌮", price: 25_000 })
  expect(note).toBe("Taco [taco]")
  expect(row).toBe("Taco [taco]                 2,50")
  expect(widthOf(row ?? "")).toBe(PAPER.width)
})

it("a guarded figure keeps its pictograph, so that the printer's check refuses it", () => {
  const lines = layOut([{ t: "text", s: "{id}", guard: "tax_id" }], { id: "179🌮" }, PAPER)
  expect(lines).toEqual([{ t: "text", s: "179🌮", guard: "tax_id" }])
})
