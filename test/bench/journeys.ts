/** Orders that are opened, then confirmed as paid, then told to a receiver: one at a time, as a register would wait for them. */
import type { Receiver } from "./receiver.ts"
import { API_KEY } from "./stage.ts"

const ORDERS = "/api/v1/core/external/orders"

/** How long each took, from the first request to the event at the receiver. */
export async function takeJourneys(port: number, receiver: Receiver, count: number): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < count; n += 1) {
    const from = performance.now()
    const heard = receiver.hears("order.completed")
    await openOrder(port, `journey-${n}`)
    await post(port, `${ORDERS}/journey-${n}/confirm-payment`, charge(`journey-${n}`))
    await heard
    waits.push(performance.now() - from)
  }
  return waits
}

export function openOrder(port: number, orderId: string): Promise<void> {
  return post(port, ORDERS, {
    orderId,
    orderCode: orderId,
    createdAt: new Date().toISOString(),
    channel: "POS",
    selectedShippingMethod: "TAKE_AWAY",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa", quantity: 1, unitPrice: "6.5" }] },
    payments: { totals: [{ code: "TOTAL", amount: "6.5" }], currencyCode: "USD", status: "PENDING" },
  })
}

function charge(id: string) {
  const payment = {
    transaction_id: `t-${id}`,
    status: "approved",
    amount: "6.5",
    currency_code: "USD",
    method: "CASH",
    occurred_at: new Date().toISOString(),
  }
  return { payments: [payment] }
}

async function post(port: number, path: string, body: object): Promise<void> {
  const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}
