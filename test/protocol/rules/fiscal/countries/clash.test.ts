import { expect, it } from "vitest"
import {
  adapterOf,
  type Country,
  type FiscalAdapter,
  pointsClash,
} from "../../../../../protocol/rules/fiscal/countries/index.ts"
import type { FiscalPoint } from "../../../../../protocol/shapes/fiscal-point.ts"
import { COUNTRIES, SETUPS } from "../questions.ts"

const PRODUCTION = { environment: "PRODUCTION", isOneCounter: false } as const

function clash(
  country: Country,
  [a, b]: readonly [object, object],
  context: Parameters<typeof pointsClash>[2] = PRODUCTION,
) {
  const point = (change: object) => ({ ...SETUPS[country].point, ...change }) as FiscalPoint
  return pointsClash(adapterOf(country) as FiscalAdapter, [point(a), point({ side: "appliance", ...b })], context)
}

it.each(COUNTRIES)("two sides of %s never share a point", (country) => {
  expect(clash(country, [{}, {}])).toBe(true)
  expect(clash(country, [{}, {}], { ...PRODUCTION, isOneCounter: true })).toBe(false)
})

it.each<[string, Country, object, object, boolean]>([
  ["another emission point", "EC", {}, { emissionPoint: "002" }, false],
  ["one point spelt in two ways", "EC", {}, { emissionPoint: 1, establishment: "1" }, true],
  ["another series", "BR", {}, { series: 2 }, false],
  ["another prefix", "CO", {}, { prefix: "BOXA" }, false],
  [
    "one prefix in two ranges, whose credit notes would be the same",
    "CO",
    {},
    { from: 995_000_001, to: 999_000_000 },
    true,
  ],
  [
    "one prefix in two ranges, with credit notes apart",
    "CO",
    {},
    { from: 995_000_001, to: 999_000_000, creditNotePrefix: "NB" },
    false,
  ],
  ["two ranges of folios", "CL", {}, { from: 501, to: 900 }, false],
  ["ranges of folios that overlap", "CL", {}, { from: 500, to: 900 }, true],
  ["folios of another type", "CL", {}, { documentType: "61" }, false],
  ["invoices of one range", "CL", { documentType: "33" }, { documentType: "33" }, true],
  ["another point of sale", "AR", {}, { pointOfSale: 4 }, false],
  ["another identifier", "VE", {}, { identifier: "01" }, false],
  ["another series with the same control numbers", "VE", {}, { series: "B" }, true],
])("%s: %s %j %j clash: %s", (_what, country, a, b, expected) => {
  expect(clash(country, [a, b])).toBe(expected)
})

it("Venezuelan sandbox may repeat control numbers in another series", () => {
  expect(clash("VE", [{}, { series: "B" }], { environment: "SANDBOX", isOneCounter: false })).toBe(false)
})
