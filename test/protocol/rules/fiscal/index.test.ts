import { expect, it } from "vitest"
import { adapterOf } from "../../../../protocol/rules/fiscal/index.ts"
import { COUNTRIES } from "../../../../protocol/shapes/store.ts"

it.each(COUNTRIES)("has %s", (country) => {
  expect(adapterOf(country)?.countryCode).toBe(country)
})

it.each([null, "PE", "constructor"])("numbers nothing in %s", (country) => {
  expect(adapterOf(country)).toBeNull()
})
