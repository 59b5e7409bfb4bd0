/** Orders for the pictures, as a restaurant sells them. */
import demoTenant from "../../hub/tenants/demo-tenant.json" with { type: "json" }
import type { Client } from "../../protocol/client/index.ts"
import { confirmPayment, createOrder } from "../../protocol/http/orders.ts"
import { insist } from "../e2e/store-day/insist.ts"

const PRODUCTS = demoTenant.accounts.flatMap(({ vendors }) =>
  vendors.flatMap((vendor) => ("products" in vendor ? vendor.products : [])),
)

export interface Line {
  readonly product: string
  readonly quantity?: number
  readonly notes?: string
  readonly modifiers?: readonly string[]
}

export interface Meal {
  readonly code: string
  readonly lines: readonly Line[]
  readonly channel?: string
  readonly way?: string
  readonly guest?: readonly [name: string, lastName: string]
  /** Null stays open. */
  readonly method?: string | null
}

/** The order's id. */
export async function sell(
  at: Client,
  { code, lines, channel = "POS", way = "DINE_IN", ...meal }: Meal,
): Promise<string> {
  const products = lines.map(productOf)
  const total = products.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0) / 100
  const createdAt = new Date().toISOString()
  const body = {
    orderId: `picture-${code}`,
    orderCode: code,
    createdAt,
    channel,
    selectedShippingMethod: way,
    ...(meal.guest && { client: { uid: `guest-${code}`, name: meal.guest[0], lastName: meal.guest[1] } }),
    store: { code: "UIO-001" },
    order: { products: products.map(({ cents, ...line }) => line) },
    payments: {
      totals: [{ code: "TOTAL" as const, amount: total.toFixed(2) }],
      currencyCode: "USD",
      status: "PENDING" as const,
    },
  }
  const { id } = await insist(() => at.call(createOrder, { body }))
  if (meal.method === null) return id
  const paid = { transaction_id: `pay-${code}`, status: "approved" as const, amount: total.toFixed(2) }
  const tender = { ...paid, currency_code: "USD", method: meal.method ?? "CASH", occurred_at: new Date().toISOString() }
  await insist(() => at.call(confirmPayment, { params: { orderId: id }, body: { payments: [tender] } }))
  return id
}

function productOf({ product, quantity = 1, notes, modifiers = [] }: Line) {
  const found = PRODUCTS.find(({ id }) => id === product)
  if (!found) throw new Error(`the demo sells no ${product}`)
  return {
    productId: product,
    name: found.name,
    quantity,
    unitPrice: found.prices.default,
    cents: Math.round(Number(found.prices.default) * 100),
    ...(found.station && { stationCode: found.station }),
    ...(notes && { notes }),
    modifiers: modifiers.map((name) => ({ name, quantity: 1 })),
  }
}

/** Enough for a wall of tickets in all three colours; the oldest first. */
export const LUNCH: readonly (Meal & { readonly minutes: number })[] = [
  {
    code: "W-731",
    minutes: 12,
    channel: "WEB",
    way: "TAKE_AWAY",
    guest: ["Carla", "Mena"],
    method: "CARD",
    lines: [
      { product: "p-burger-bbq", quantity: 2, modifiers: ["Sin cebolla"], notes: "una bien cocida" },
      { product: "p-papas-grandes" },
      { product: "p-cola", quantity: 2 },
    ],
  },
  {
    code: "A-118",
    minutes: 8,
    lines: [{ product: "p-brasa-medio", modifiers: ["Con ensalada", "Ají de la casa"] }, { product: "p-limonada" }],
  },
  {
    code: "A-119",
    minutes: 6,
    method: "CARD",
    lines: [
      { product: "p-burger" },
      { product: "p-hotdog", modifiers: ["Mayonesa", "Salsa de tomate"] },
      { product: "p-jugo-mora" },
    ],
  },
  {
    code: "K-042",
    minutes: 4,
    channel: "KIOSK",
    guest: ["Ana", "Núñez"],
    method: "CARD",
    lines: [{ product: "p-combo-doble", quantity: 2, modifiers: ["Con papas", "Gaseosa"] }],
  },
  {
    code: "A-120",
    minutes: 3,
    lines: [
      { product: "p-alitas", modifiers: ["Salsa de ajo"] },
      { product: "p-aros" },
      { product: "p-cola-grande", quantity: 2 },
    ],
  },
  {
    code: "W-732",
    minutes: 2,
    channel: "WEB",
    way: "TAKE_AWAY",
    guest: ["Jorge", "Vaca"],
    method: "CARD",
    lines: [
      { product: "p-burger-pollo", quantity: 3, modifiers: ["Queso extra"] },
      { product: "p-ensalada" },
      { product: "p-agua", quantity: 3 },
    ],
  },
  {
    code: "A-121",
    minutes: 1,
    lines: [{ product: "p-burger-veggie", modifiers: ["Aguacate"] }, { product: "p-maduros" }, { product: "p-batido" }],
  },
]
