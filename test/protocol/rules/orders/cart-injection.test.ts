import { expect, it } from "vitest"
import { injectedCart, majorText } from "../../../../protocol/rules/orders/cart-injection.ts"

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

it("a cart becomes lines and totals in major units, still to be paid", () => {
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

it("notes and station stand only where there are any", () => {
  const [product] = injectedCart([{ ...LINE, notes: "no salt", station: "grill" }], { currency: "USD", decimals: 2 })
    .order.products
  expect(product).toMatchObject({ notes: "no salt", stationCode: "grill" })
})

it("has the four decimals of a scaled amount", () => expect(majorText(12_345)).toBe("1.2345"))
