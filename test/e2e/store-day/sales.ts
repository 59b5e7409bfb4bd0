/** Three hundred sales by seed: products, payments, registers, and the expected result. */
import { confirmPayment, createOrder } from "../../../protocol/http/orders.ts"
import { fromText, scaleMajor, sum, toText } from "../../../protocol/money.ts"
import type { OrderInjection } from "../../../protocol/shapes/injection.ts"
import type { TenderRequest } from "../../../protocol/shapes/tender.ts"
import { insist } from "./insist.ts"
import { STORE_ID, type Stage } from "./stage.ts"

export const CASHIER = "ana"
const PRODUCTS = ["6.50", "7.25", "8.99", "1.99", "3.40", "2.15"] as const
const ROUTES = [
  "lan-charged",
  "lan-charged",
  "lan-split",
  "lan-declined",
  "lan-prepaid",
  "hub-charged",
  "hub-prepaid",
] as const

export type Route = (typeof ROUTES)[number]

export interface Sale {
  readonly orderId: string
  readonly route: Route
  readonly channel: "POS" | "WEB"
  /** Scaled. */
  readonly total: number
  readonly methods: readonly { readonly method: string; readonly amount: number }[]
  readonly declines: number
}

/** Numbers from 0 to 1, the same for the same seed. */
export function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function planSales(count: number, seed: number): Sale[] {
  const chance = chances(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T
  return Array.from({ length: count }, (_, n) => {
    const route = pick(ROUTES)
    const total = sum(Array.from({ length: 1 + Math.floor(chance() * 4) }, () => scaleMajor(pick(PRODUCTS)) ?? 0))
    const cash = pick([true, false])
    return {
      orderId: `day-${String(n).padStart(3, "0")}`,
      route,
      channel: route.startsWith("hub") ? "WEB" : "POS",
      total,
      methods: route === "lan-split" ? split(total) : [{ method: cash ? "CASH" : "CARD", amount: total }],
      declines: route === "lan-declined" ? 1 : 0,
    }
  })
}

/** A charge that waits for the cable: the store is home to its order, and cannot be asked. */
export type Later = () => Promise<void>

/** Rings a sale up and charges it, repeating until both have been answered; what only the store can answer may have to wait. */
export async function sell(stage: Stage, sale: Sale, wait: (later: Later) => void): Promise<void> {
  const side = sale.route.startsWith("hub") ? stage.hub : stage.lan
  await insist(() => side.call(createOrder, { body: injectionOf(sale) }))
  if (sale.route.endsWith("prepaid")) return
  const at = { params: { orderId: sale.orderId } }
  if (sale.declines > 0) await insist(() => side.call(confirmPayment, { ...at, body: { payments: [declined(sale)] } }))
  const charge = () => side.call(confirmPayment, { ...at, body: { payments: tenders(sale) } })
  const first = await insist(async () => {
    const answer = await charge()
    return isAway(answer) ? { ok: true as const, data: null } : answer
  })
  if (first === null) wait(() => insist(charge).then(() => undefined))
}

function isAway(answer: object): boolean {
  return "refused" in answer && answer.refused === "STORE_UNREACHABLE"
}

function split(total: number) {
  const cash = Math.floor(total / 20_000) * 10_000
  return [
    { method: "CASH", amount: cash },
    { method: "CARD", amount: total - cash },
  ].filter(({ amount }) => amount > 0)
}

function injectionOf(sale: Sale): OrderInjection {
  const prepaid = sale.route.endsWith("prepaid")
  const amount = major(sale.total)
  return {
    orderId: sale.orderId,
    orderCode: sale.orderId.toUpperCase(),
    createdAt: new Date().toISOString(),
    channel: sale.channel,
    selectedShippingMethod: sale.channel === "POS" ? "TAKE_AWAY" : "DELIVERY",
    store: { id: STORE_ID },
    ...(sale.channel === "POS" && { operatorUid: CASHIER }),
    order: { products: [{ productId: "p-burger", name: "Hamburguesa ñandú", quantity: 1, unitPrice: amount }] },
    payments: {
      totals: [
        { code: "SUBTOTAL", amount },
        { code: "TOTAL", amount },
      ],
      currencyCode: "USD",
      status: prepaid ? "SUCCEEDED" : "PENDING",
      paymentMethods: sale.methods.map((row) => ({ method: row.method, amount: major(row.amount) })),
    },
  }
}

function tenders(sale: Sale): TenderRequest[] {
  return sale.methods.map(({ method, amount }, n) => tender(sale, { id: `${n}`, method, amount, status: "approved" }))
}

function declined(sale: Sale): TenderRequest {
  const refused = tender(sale, { id: "no", method: "CARD", amount: sale.total, status: "declined" })
  return { ...refused, decline_reason: "insufficient_funds" }
}

interface Attempt {
  readonly id: string
  readonly method: string
  readonly amount: number
  readonly status: "approved" | "declined"
}

function tender(sale: Sale, { id, method, amount, status }: Attempt): TenderRequest {
  return {
    transaction_id: `${sale.orderId}-${id}`,
    status,
    amount: major(amount),
    currency_code: "USD",
    method,
    occurred_at: new Date().toISOString(),
    ...(sale.channel === "POS" && { operator_uid: CASHIER }),
  }
}

/** Scaled → a decimal string with four decimals. */
function major(scaled: number): string {
  const text = toText(scaled).padStart(5, "0")
  return `${text.slice(0, -4)}.${text.slice(-4)}`
}

/** What the sales of a kind add up to, by a way of its own: the test must not trust the product's arithmetic. */
export function takings(sales: readonly Sale[], which: (sale: Sale, method: string) => boolean): number {
  return sales
    .flatMap((sale) =>
      sale.methods.filter(({ method }) => which(sale, method)).map(({ amount }) => fromText(`${amount}`)),
    )
    .reduce((all, amount) => all + amount, 0)
}
