/** A catalogue of 20,000 products loaded at once, and menus of 5,000 products read while some of them are out. */
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }
import type { Provisioning } from "../../../hub/tenants/index.ts"
import { freePorts } from "../../kit/ports.ts"
import { PRODUCT, run, scratch, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { API_KEY, STORE_ID, startHub } from "../stage.ts"

const LINE = "menu"
const LOADED = 20_000
const READ = 5_000
/** "Bulk load of 20,000 products in one provisioning stays under a minute." */
const LOAD_GOAL_MS = 60_000
const READS = 200
const OUT = 25
const PER_CATEGORY = 100
const STORES = "/api/v1/core/external/stores"

export async function benchMenu(): Promise<Row[]> {
  const loaded = await loadMs(scratch(), LOADED)
  const data = scratch()
  await loadMs(data, READ)
  const [port = 0, mqttPort = 0, barePort = 0] = await freePorts(3)
  const hub = startHub({ data, port, mqttPort })
  await untilWell(port, hub)
  const base = `http://127.0.0.1:${port}${STORES}/${STORE_ID}`
  for (let n = 0; n < OUT; n += 1) await runOut(`${base}/products/p-${n * 7}/availability`)
  const menuUrl = `${base}/menu?channel=POS&fulfillmentType=DINE_IN`
  const menu = (await (await ask(menuUrl)).json()) as object
  const bare = createServer((_request, response) => response.end(JSON.stringify(menu))).listen(barePort, "127.0.0.1")
  const ours = await readMs(menuUrl)
  const ideal = await readMs(`http://127.0.0.1:${barePort}/`)
  await new Promise((resolve) => bare.close(resolve))
  await hub.stop()
  const row = (what: string, value: number, against: number): Row => ({
    ...{ line: LINE, what, unit: "ms", ours: value },
    against: { name: "node:http, the same menu as JSON", value: against },
    goal: null,
  })
  return [
    {
      ...{ line: LINE, what: "20,000 products in one provisioning", unit: "ms", ours: loaded, against: null },
      goal: { of: "value", atMost: LOAD_GOAL_MS },
    },
    row("a menu of 5,000 products, p50", ours.p50, ideal.p50),
    row("a menu of 5,000 products, p99", ours.p99, ideal.p99),
  ]
}

async function loadMs(data: string, count: number): Promise<number> {
  const file = join(data, "tenants.json")
  writeFileSync(file, JSON.stringify({ accounts: withProducts(count) }))
  const from = performance.now()
  await run(PRODUCT, ["hub", "provision", file, "--data", data])
  return performance.now() - from
}

/** The demo's first vendor with another catalogue: one in ten products is an option of the nine others. */
function withProducts(count: number) {
  const [account] = (demoTenant as unknown as Provisioning).accounts
  const [vendor] = account?.vendors ?? []
  if (!account || !vendor) throw new Error("the demo has lost its vendor")
  const ids = Array.from({ length: count }, (_, n) => n)
  const products = ids.map((n) => ({
    ...{ id: `p-${n}`, name: `Producto ${n}`, type: isOption(n) ? "MODIFIER" : "PRODUCTO", station: "grill" },
    ...{ taxes: [{ code: "IVA", rate: "0.15" }], prices: { default: "6.5000", DELIVERY: "7.2500" } },
    modifierGroups: isOption(n) ? [] : [`g-${Math.floor(n / 10)}`],
  }))
  const modifierGroups = ids.filter(isOption).map((n) => ({
    ...{ id: `g-${Math.floor(n / 10)}`, name: "Extras", type: "CHECKBOX", minOptions: 0, maxOptions: 1 },
    options: [`p-${n}`],
  }))
  const sold = ids.filter((n) => !isOption(n))
  const categories = Array.from({ length: Math.ceil(sold.length / PER_CATEGORY) }, (_, n) => ({
    ...{ id: `c-${n}`, name: `Categoría ${n}` },
    products: sold.slice(n * PER_CATEGORY, (n + 1) * PER_CATEGORY).map((id) => `p-${id}`),
  }))
  const menus = (vendor.menus ?? []).map((menu) => ({ ...menu, categories: categories.map(({ id }) => id) }))
  const only = { ...vendor, products, modifierGroups, categories, menus }
  return [
    {
      ...account,
      webhookEndpoints: [],
      users: [],
      vendors: [only, ...account.vendors.filter((one) => one.id !== vendor.id)],
    },
  ]
}

function isOption(n: number): boolean {
  return n % 10 === 9
}

async function runOut(url: string): Promise<void> {
  const answer = await ask(url, { method: "PUT", body: JSON.stringify({ available: false }) })
  if (answer.status !== 200) throw new Error(`a product could not be set out of stock: ${answer.status}`)
}

function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { "x-api-key": API_KEY, "content-type": "application/json" } })
}

async function readMs(url: string): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  for (let n = 0; n < READS; n += 1) {
    const from = performance.now()
    const answer = await ask(url)
    await answer.arrayBuffer()
    times.push(performance.now() - from)
  }
  times.sort((one, other) => one - other)
  return { p50: times[Math.floor(READS / 2)] ?? 0, p99: times[Math.floor(READS * 0.99)] ?? 0 }
}
