import { expect, it } from "vitest"
import { injectedCart, toMajorText } from "../../../../protocol/rules/orders/cart-injection.ts"

const LINE = {
  lineId: "1",
  productId: "burger",
  name: "Hamburguesa",
  unitPrice: 65_000,
  quantity: 2,
  taxes: [{ code: "IVA", rate: "0.15" }],
  modifiers: [{ groupId: "extra", productId: "cheese", name: "Queso", unitPrice: 7_500 }],
  notes: "",
  station: null,
}

it("injectedCart gives unpaid lines and totals in major units", () => {
  expect(injectedCart([LINE], { currency: "USD", decimals: 2 })).toEqual({
    order: {
      products: [
        {
          productId: "burger",
          name: "Hamburguesa",
          quantity: 2,
          unitPrice: "6.5000",
          taxes: [{ code: "IVA", rate: "0.15", amount: "1.8900" }],
          modifiers: [{ modifierId: "extra", optionId: "cheese", name: "Queso", quantity: 1, unitPrice: "0.7500" }],
        },
      ],
    },
    payments: {
      totals: [
        { code: "SUBTOTAL", amount: "12.6100" },
        { code: "TAX", amount: "1.8900" },
        { code: "TOTAL", amount: "14.5000" },
      ],
      currencyCode: "USD",
      status: "PENDING",
    },
  })
})

it("injectedCart leaves out missing notes and stations", () => {
  const [product] = injectedCart([{ ...LINE, notes: "no salt", station: "grill" }], { currency: "USD", decimals: 2 })
    .order.products
  expect(product).toMatchObject({ notes: "no salt", stationCode: "grill" })
})

it("toMajorText has four decimals", () => expect(toMajorText(12_345)).toBe("1.2345"))
