import { expect, it } from "vitest"
import { WORDS } from "../../../protocol/print/fiscal-words.ts"
import { COUNTRIES } from "../../../protocol/shapes/store.ts"

it.each(COUNTRIES)("has texts for %s for tests and contingency", (country) => {
  expect(WORDS[country]?.sandbox).toMatch(/SIN VAL|SEM VALOR/)
  expect(WORDS[country]?.contingency.join(" ")).toMatch(/PENDIENTE|CONTING/)
})
