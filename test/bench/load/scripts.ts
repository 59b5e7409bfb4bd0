/** What one connection asks, over and over: orders as a register, an integrator or Vendure's shopper sends them, reports, heartbeats. */
import type { Ask, Turn } from "./ask.ts"
import { shopOrder } from "./shop-script.ts"

const ORDERS = "/api/v1/core/external/orders"
const AGGREGATOR = "/api/v1/webhooks/aggregator/order-status"
const COMPONENTS = 5_000
/** Orders that were made beforehand, as `seed-0`, `seed-1`, …. */
const SEEDED = 1_000

export const SCRIPTS = {
  "create-paid": (turn) => [{ method: "POST", path: ORDERS, body: order(turn, "SUCCEEDED"), expect: 201 }],
  "create-confirm": (turn) => [
    { method: "POST", path: ORDERS, body: order(turn, "PENDING"), expect: 201 },
    { method: "POST", path: `${ORDERS}/${turn.name}/confirm-payment`, body: charge(turn), expect: 200 },
  ],
  callback: (turn) => [{ method: "POST", path: AGGREGATOR, body: report(turn), expect: 202 }],
  beat: (turn) => [{ method: "POST", path: "/api/v1/core/external/component-health", body: beat(turn), expect: 204 }],
  "shop-order": shopOrder,
} as const satisfies Record<string, (turn: Turn) => readonly Ask[]>

export type ScriptName = keyof typeof SCRIPTS

/** About a kilobyte: three lines, a buyer, taxes. */
function order({ name, n, storeId }: Turn, status: "SUCCEEDED" | "PENDING"): string {
  return JSON.stringify({
    orderId: name,
    orderCode: `B-${n}`,
    createdAt: new Date().toISOString(),
    channel: "POS",
    selectedShippingMethod: "TAKE_AWAY",
    client: { uid: `c-${n % 100}`, name: "Ana", lastName: "Núñez", govIdType: "CI", govIdNumber: "1712345678" },
    store: { id: storeId },
    operatorUid: "ana",
    order: {
      products: [
        product("p-burger", "Hamburguesa clásica", "6.5000"),
        product("p-papas", "Papas fritas medianas", "2.2500"),
        product("p-cola", "Gaseosa de máquina", "1.7500"),
      ],
    },
    payments: {
      totals: [
        { code: "SUBTOTAL", amount: "10.5000" },
        { code: "TAX", amount: "1.5750" },
        { code: "TOTAL", amount: "12.0750" },
      ],
      currencyCode: "USD",
      status,
      paymentMethods: [{ method: n % 3 === 0 ? "CARD" : "CASH", amount: "12.0750" }],
    },
    metadata: { table: n % 40, device: "pos-1" },
  })
}

function product(productId: string, name: string, unitPrice: string) {
  return { productId, name, quantity: 1, unitPrice, taxes: [{ code: "IVA", rate: "15.0000" }] }
}

function charge({ name, n }: Turn): string {
  const payment = {
    transaction_id: `${name}-t`,
    status: "approved",
    amount: "12.0750",
    currency_code: "USD",
    method: n % 3 === 0 ? "CARD" : "CASH",
    occurred_at: new Date().toISOString(),
    operator_uid: "ana",
  }
  return JSON.stringify({ payments: [payment] })
}

function report({ name, n }: Turn): string {
  return JSON.stringify({
    channelCode: "GLOVO",
    status: "COURIER_ASSIGNED",
    providerEventId: name,
    occurredAt: new Date().toISOString(),
    externalOrderId: `seed-${n % SEEDED}`,
    metadata: { courier: "Luis", eta: n % 40 },
  })
}

function beat({ n, storeId }: Turn): string {
  const componentId = `kiosk-${n % COMPONENTS}`
  return JSON.stringify({ componentType: "kiosk", componentId, storeId, status: "online", appVersion: "1.4.0" })
}
