import { expect, it } from "vitest"
import { adapterOf } from "../../../../../protocol/rules/fiscal/countries/index.ts"
import { FISCAL_IDENTIFIERS } from "../../../../../protocol/shapes/fiscal-identifiers.ts"
import { COUNTRIES } from "../../../../../protocol/shapes/store.ts"

it.each(COUNTRIES)("has %s", (country) => {
  expect(adapterOf(country)?.countryCode).toBe(country)
})

it.each([null, "PE", "constructor"])("numbers nothing in %s", (country) => {
  expect(adapterOf(country)).toBeNull()
})

it.each(COUNTRIES)("%s checks the identifiers that the reference names for it, and no others", (country) => {
  const names = Object.values(FISCAL_IDENTIFIERS).flatMap((identifiers) => Object.keys(identifiers))
  const wrong = Object.fromEntries(names.map((name) => [name, true]))
  const checked = adapterOf(country)?.checkDocument({ docType: "1", docSubtype: "invoice", ...wrong }, null)
  const paths = checked && "faults" in checked ? checked.faults.map(({ path }) => path) : []
  expect(paths.sort()).toEqual(Object.keys(FISCAL_IDENTIFIERS[country]).sort())
})
