import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { basketLine, buyerFaults, kioskInjection, priceBasket } from "../../../../protocol/rules/orders/kiosk-order.ts"
import type { BasketLine } from "../../../../protocol/shapes/basket.ts"
import type { MenuProduct } from "../../../../protocol/shapes/menu.ts"

const product = (productId: string, over: Partial<MenuProduct> = {}): MenuProduct => ({
  productId,
  name: productId,
  type: "PRODUCTO",
  price: "65000",
  taxes: [{ code: "IVA", rate: "0.15" }],
  station: "grill",
  modifierGroups: [],
  available: true,
  ...over,
})
const option = (productId: string, over: Partial<MenuProduct> = {}) =>
  product(productId, { type: "MODIFIER", price: "5000", taxes: [], station: null, ...over })

const products = [
  product("burger", { modifierGroups: ["side", "extra"] }),
  product("juice", { price: "20000", station: null, taxes: [] }),
  product("soup", { available: false }),
  product("stew", { modifierGroups: ["dry"] }),
  option("fries"),
  option("salad"),
  option("cheese"),
  option("bacon", { available: false }),
]
const group = (id: string, type: "RADIO" | "CHECKBOX", [minOptions, maxOptions]: number[], options: string[]) => ({
  ...{ id, name: id, type, minOptions: minOptions ?? 0, maxOptions: maxOptions ?? 1, options },
})
const modifierGroups = [
  group("side", "RADIO", [1, 1], ["fries", "salad"]),
  group("extra", "CHECKBOX", [0, 2], ["cheese", "bacon"]),
  group("dry", "RADIO", [1, 1], ["bacon"]),
]
const menu = { products, modifierGroups }

const line = (productId: string, choices: [string, string][] = [], over: Partial<BasketLine> = {}): BasketLine => ({
  productId,
  quantity: 1,
  choices: choices.map(([groupId, chosen]) => ({ groupId, productId: chosen })),
  ...over,
})
const burger = line("burger", [["side", "fries"]])

describe("line of a basket", () => {
  it("has the menu's names and prices, its modifiers in the menu's order", () => {
    const wish = line(
      "burger",
      [
        ["extra", "cheese"],
        ["side", "salad"],
      ],
      { quantity: 2, notes: " no onion " },
    )
    expect(basketLine(menu, wish, "1")).toMatchObject({
      lineId: "1",
      unitPrice: 65_000,
      quantity: 2,
      notes: "no onion",
      modifiers: [
        { groupId: "side", productId: "salad", unitPrice: 5_000 },
        { groupId: "extra", productId: "cheese", unitPrice: 5_000 },
      ],
    })
  })

  it.each([
    ["of a product that the menu lacks", line("pizza")],
    ["of a modifier", line("fries")],
    ["of a product that is sold out", line("soup")],
    ["of a product whose only option is sold out", line("stew", [["dry", "bacon"]])],
    ["without a choice that must be made", line("burger")],
    [
      "with two of a group that takes one",
      line("burger", [
        ["side", "fries"],
        ["side", "salad"],
      ]),
    ],
    [
      "with an option that is sold out",
      line("burger", [
        ["side", "fries"],
        ["extra", "bacon"],
      ]),
    ],
    [
      "with an option of another group",
      line("burger", [
        ["side", "fries"],
        ["extra", "salad"],
      ]),
    ],
    ["with a group of another product", line("juice", [["side", "fries"]])],
  ])("cannot be sold: line %s", (_what, wish) => expect(basketLine(menu, wish, "1")).toBeNull())
})

describe("a basket", () => {
  it("becomes a cart when the guest saw the menu's prices", () => {
    const cart = priceBasket(menu, { lines: [burger, line("juice")], total: 90_000 })
    expect(isRefusal(cart)).toBe(false)
    expect(cart).toHaveLength(2)
  })

  it("is refused with the indexes of lines that cannot be sold", () => {
    const lines = [line("soup"), burger, line("pizza")]
    expect(priceBasket(menu, { lines, total: 70_000 })).toMatchObject({
      refused: "CONFLICT",
      data: { why: "menu", lines: [0, 2] },
    })
  })

  it("is refused when the total differs from what the guest saw", () => {
    const told = { refused: "CONFLICT", data: { why: "price", total: "70000" } }
    expect(priceBasket(menu, { lines: [burger], total: 60_000 })).toMatchObject(told)
  })
})

describe("order of a kiosk", () => {
  const store = { id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d5e", countryCode: "EC" as const }
  const injection = (buyer: Parameters<typeof buyerFaults>[0] | undefined) => {
    const cart = priceBasket(menu, { lines: [burger], total: 70_000 })
    if (isRefusal(cart)) throw new Error(cart.message)
    return kioskInjection(cart, {
      orderId: "0193e000-0000-7000-8000-000000000001",
      orderCode: "K-001",
      fulfillment: "DINE_IN",
      buyer,
      deviceId: "kiosk-1",
      store,
      money: { currency: "USD", decimals: 2 },
      now: "2026-11-21T18:00:00.000Z",
    })
  }

  it("is unpaid, on the channel KIOSK, and names its kiosk", () => {
    expect(injection(undefined)).toMatchObject({
      channel: "KIOSK",
      stationId: "kiosk-1",
      selectedShippingMethod: "DINE_IN",
      payments: {
        status: "PENDING",
        totals: [{ amount: "6.0900" }, { amount: "0.9100" }, { code: "TOTAL", amount: "7.0000" }],
      },
      metadata: { locator: "K-001" },
    })
    expect(injection(undefined)).not.toHaveProperty("client")
  })

  it("has a client only with a document; a name alone is used to call the guest", () => {
    const ana = injection({ name: "Ana Núñez", govIdType: "CEDULA", govIdNumber: "171003406-5", email: "ana@x.ec" })
    expect(ana).toMatchObject({
      client: { name: "Ana Núñez", govIdType: "CEDULA", govIdNumber: "1710034065", email: "ana@x.ec" },
      metadata: { additionalInfo: { kiosk: { buzzer_name: "Ana Núñez" } } },
    })
    const called = injection({ name: " Ana " })
    expect(called).toMatchObject({ metadata: { additionalInfo: { kiosk: { buzzer_name: "Ana" } } } })
    expect(called).not.toHaveProperty("client")
  })

  it.each([
    ["EC", "CEDULA", "1710034065", true],
    ["EC", "CEDULA", "1710034066", false],
    ["BR", "CPF", "529.982.247-25", true],
    ["BR", "CPF", "529.982.247-24", false],
    ["CL", "RUT", "12.345.678-5", true],
    ["CL", "RUT", "12.345.678-6", false],
    [null, "ANY", "whatever", true],
  ] as const)("%s %s %s is right: %s", (countryCode, govIdType, govIdNumber, right) => {
    expect(buyerFaults({ govIdType, govIdNumber }, countryCode).length === 0).toBe(right)
  })

  it("is refused for a wrong document", () => {
    expect(injection({ govIdType: "CEDULA", govIdNumber: "1710034066" })).toMatchObject({
      refused: "VALIDATION_ERROR",
      details: [{ path: "buyer.govIdNumber" }],
    })
  })
})
