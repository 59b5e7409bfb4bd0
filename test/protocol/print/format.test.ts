import { expect, test } from "vitest"
import {
  amount,
  count,
  date,
  decimal,
  hour,
  type Manner,
  money,
  rate,
  time,
  when,
} from "../../../protocol/print/format.ts"

function manner(locale: string, currencyCode: string): Manner {
  return { locale, currencyCode, timeZone: "America/Guayaquil" }
}

test.each([
  ["es-EC", "USD", 12_345_678, "$1.234,57"],
  ["es-MX", "MXN", 12_345_678, "$1,234.57"],
  ["pt-BR", "BRL", 12_345_678, "R$ 1.234,57"],
  ["pt-BR", "BRL", -50_000, "-R$ 5,00"],
  ["es-CL", "CLP", 149_900_000, "$14.990"],
  ["es-CO", "COP", 149_900_000, "$14.990,00"],
  ["es-PE", "PEN", 5_000_000_000, "S/ 500,000.00"],
  ["es-ES", "EUR", 5, "€0,00"],
  ["es-PY", "PYG", 120_000_000, "PYG 12.000"],
  ["en-US", "USD", 10_000_000_000, "$1,000,000.00"],
  ["es", "USD", -40, "$0,00"],
])("money in %s, %s: %i prints %s", (locale, currency, scaled, expected) => {
  expect(money(scaled, manner(locale, currency))).toBe(expected)
})

test("rounds half away from zero to the currency's own decimals", () => {
  expect([50, 49, -50, 150].map((scaled) => amount(scaled, manner("es", "USD")))).toEqual([
    "0,01",
    "0,00",
    "-0,01",
    "0,02",
  ])
})

test.each([
  [2, "2"],
  [-1_200, "-1.200"],
  [0.5, "0,5"],
  [1.2345, "1,2345"],
  [0.1 + 0.2, "0,3"],
  [2.99999, "3"],
  [-0.00001, "0"],
])("the quantity %f is %s", (value, expected) => {
  expect(count(value, manner("es-EC", "USD"))).toBe(expected)
})

test.each([
  ["0.15", "15%"],
  ["15", "15%"],
  ["0.125", "12,5%"],
  ["0", "0%"],
])("the rate %s is %s", (value, expected) => {
  expect(rate(value, manner("es-EC", "USD"))).toBe(expected)
})

test("an instant is shown in the store's time zone, a business day unchanged", () => {
  const es = manner("es-EC", "USD")
  expect(date("2026-11-22T04:12:00Z", es)).toBe("21/11/2026")
  expect(time("2026-11-22T04:12:00Z", es)).toBe("23:12")
  expect(date("2026-11-22", es)).toBe("22/11/2026")
  expect(date("2026-11-22", manner("en-US", "USD"))).toBe("2026-11-22")
  expect(time("2026-11-21T07:30:00-05:00", es)).toBe("07:30")
  expect(hour(9)).toBe("09:00-09:59")
})

test("a moment of an earlier day has its date before the time", () => {
  const [es, now] = [manner("es-EC", "USD"), "2026-11-23T03:00:00Z"]
  expect(when("2026-11-22T13:42:00Z", now, es)).toBe("08:42")
  expect(when("2026-11-22T04:12:00Z", now, es)).toBe("21/11/2026 23:12")
})

test("a decimal number has the country's separators", () => {
  const manner = { currencyCode: "USD" }
  expect(decimal(73.94, 1, { ...manner, locale: "es-EC" })).toBe("73,9")
  expect(decimal(1252, 1, { ...manner, locale: "pt-BR" })).toBe("1.252,0")
  expect(decimal(-0.5, 1, { ...manner, locale: "en" })).toBe("-0.5")
  expect(decimal(3, 0, { ...manner, locale: "es" })).toBe("3")
})
