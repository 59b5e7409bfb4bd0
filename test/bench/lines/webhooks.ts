/** Events out of a hub on SQLite: from an order to the receiver that hears it is paid, and deliveries a second to one endpoint. */
import { writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { join } from "node:path"
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }
import { freePorts } from "../../kit/ports.ts"
import { percentile } from "../measure.ts"
import { PRODUCT, run, scratch } from "../processes.ts"
import type { Row } from "../report.ts"
import { API_KEY, provisionedHub } from "../stage.ts"

const JOURNEYS = 50
const ORDERS = 500
const AT_ONCE = 25
const WAIT_MAX_MS = 60_000
const LINE = "events out, SQLite"

export async function benchWebhooks(): Promise<Row[]> {
  const receiver = await openReceiver()
  const { place, hub } = await provisionedHub()
  const file = join(scratch(), "tenants.json")
  const [first, ...others] = demoTenant.accounts
  const endpoint = { name: "erp", url: receiver.url, vendorId: "acme.ec.quito", events: ["order.*"] }
  writeFileSync(file, JSON.stringify({ accounts: [{ ...first, webhookEndpoints: [endpoint] }, ...others] }))
  await run(PRODUCT, ["hub", "provision", file, "--data", place.data])
  const url = `http://127.0.0.1:${place.port}/api/v1/core/external/orders`

  const waits: number[] = []
  for (let n = 0; n < JOURNEYS; n += 1) {
    const from = performance.now()
    const heard = receiver.hears("order.completed")
    await post(url, orderOf(`journey-${n}`))
    await post(`${url}/journey-${n}/confirm-payment`, CHARGE(`journey-${n}`))
    await heard
    waits.push(performance.now() - from)
  }
  await run(PRODUCT, ["hub", "webhooks", "disable", "erp", "--data", place.data])
  for (let n = 0; n < ORDERS; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => post(url, orderOf(`many-${n + k}`))))
  }
  const before = receiver.count()
  const enabled = run(PRODUCT, ["hub", "webhooks", "enable", "erp", "--data", place.data])
  const perSecond = await receiver.rate(before + ORDERS)
  await enabled
  await hub.stop()
  receiver.close()
  return [
    {
      line: LINE,
      what: "open, confirm, event at the receiver, p50",
      unit: "ms",
      ours: percentile(waits, 50),
      against: null,
      goal: null,
    },
    { line: LINE, what: "the same, p99", unit: "ms", ours: percentile(waits, 99), against: null, goal: null },
    { line: LINE, what: "deliveries to one endpoint", unit: "/s", ours: perSecond, against: null, goal: null },
  ]
}

async function openReceiver() {
  const [port = 0] = await freePorts(1)
  const arrivals: number[] = []
  let listeners: { type: string; tell: () => void }[] = []
  const server: Server = createServer((request, response) => {
    let text = ""
    request.on("data", (part) => {
      text += part
    })
    request.once("end", () => {
      response.writeHead(204).end()
      arrivals.push(performance.now())
      const { type } = JSON.parse(text).event
      for (const one of listeners) if (one.type === type) one.tell()
      listeners = listeners.filter((one) => one.type !== type)
    })
  })
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${port}/`,
    hears: (type: string) => new Promise<void>((tell) => listeners.push({ type, tell })),
    count: () => arrivals.length,
    /** A second, between the first new arrival and the one that makes it so many. */
    async rate(until: number): Promise<number> {
      const from = arrivals.length
      const deadline = performance.now() + WAIT_MAX_MS
      while (arrivals.length < until && performance.now() < deadline) await new Promise((go) => setTimeout(go, 20))
      const took = ((arrivals.at(-1) ?? 0) - (arrivals[from] ?? 0)) / 1000
      return (arrivals.length - from - 1) / took
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function post(url: string, body: object): Promise<void> {
  const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

function orderOf(orderId: string) {
  return {
    orderId,
    orderCode: orderId,
    createdAt: new Date().toISOString(),
    channel: "POS",
    selectedShippingMethod: "TAKE_AWAY",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa", quantity: 1, unitPrice: "6.5" }] },
    payments: { totals: [{ code: "TOTAL", amount: "6.5" }], currencyCode: "USD", status: "PENDING" },
  }
}

const CHARGE = (id: string) => ({
  payments: [
    {
      transaction_id: `t-${id}`,
      status: "approved",
      amount: "6.5",
      currency_code: "USD",
      method: "CASH",
      occurred_at: new Date().toISOString(),
    },
  ],
})
