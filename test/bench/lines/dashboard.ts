/** The dashboard's lists and totals at 2,000 stores and 1,000,000 orders, on either database: how long each is waited for. */
import { ADMIN_ENDPOINTS as ADMIN } from "../../../protocol/http/admin/endpoints.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { BUSY_DAY, fillHeadquarters, VENDOR } from "../fill-headquarters.ts"
import { median, percentile } from "../measure.ts"
import { provisionQuiet, startQuiet } from "../quiet-hub.ts"
import type { Row } from "../report.ts"

const ROUNDS = 60
const SLOW_ROUNDS = 12
const LIST_P99_MS = 300
const TOTALS_P99_MS = 1_000
const PASSWORD = "a-good-password"

export function benchDashboard(): Promise<Row[]> {
  return askHeadquarters("dashboard", null)
}

export async function benchDashboardPostgres(): Promise<Row[]> {
  const server = await startPostgres()
  try {
    return await askHeadquarters("dashboard on PostgreSQL", server.url)
  } finally {
    await server.stop()
  }
}

async function askHeadquarters(line: string, database: string | null): Promise<Row[]> {
  const place = await provisionQuiet(database)
  await fillHeadquarters(place.url)
  const hub = await startQuiet(place)
  try {
    const person = await hub.users.create("acme", {
      email: "bench@acme.test",
      name: "Bench",
      role: "owner",
      vendorIds: null,
    })
    if (isRefusal(person)) throw new Error(person.message)
    const cookie = await enter(hub.url, person.link.path.split("/").at(-1) ?? "")
    const rows: Row[] = []
    for (const asked of ASKED) rows.push(...(await measure({ line, url: hub.url, cookie }, asked)))
    return rows
  } finally {
    await hub.stop()
  }
}

interface Asked {
  readonly what: string
  readonly path: string
  readonly rounds?: number
  readonly atMost?: number
}

const STORE = "0b8f9c1e-5a6d-4e2b-9d3c-000000010400"
const far = (...parts: string[]) => encodeURIComponent(parts.join("~"))

const ASKED: readonly Asked[] = [
  { what: "stores, worst first", path: `${ADMIN.listStores.path}?size=50` },
  { what: "stores, a part of a name", path: `${ADMIN.listStores.path}?search=1999` },
  { what: "stores by state, counted", path: ADMIN.countStores.path },
  { what: "one store", path: ADMIN.readStore.path.replace(":storeId", STORE) },
  { what: "its outages", path: ADMIN.listStoreOutages.path.replace(":storeId", STORE) },
  { what: "stores to choose, a part of a name", path: `${ADMIN.listStoreChoices.path}?search=1999` },
  { what: "stores to choose, far down", path: `${ADMIN.listStoreChoices.path}?after=${far("S-01900", STORE)}` },
  { what: "orders, the latest", path: ADMIN.searchOrders.path },
  { what: "orders of a store", path: `${ADMIN.searchOrders.path}?storeId=${STORE}` },
  { what: "orders of a status", path: `${ADMIN.searchOrders.path}?status=OPEN&from=${BUSY_DAY}&to=${BUSY_DAY}` },
  { what: "an order by its number", path: `${ADMIN.searchOrders.path}?search=many-900000` },
  { what: "a buyer's orders", path: `${ADMIN.searchOrders.path}?search=1712345` },
  { what: "keys", path: `${ADMIN.listKeys.path}?size=50` },
  { what: "webhook endpoints", path: ADMIN.listWebhooks.path },
  { what: "request log", path: ADMIN.listRequests.path },
  { what: "request log, one id", path: `${ADMIN.listRequests.path}?requestId=req-150000` },
  { what: "request log, refused", path: `${ADMIN.listRequests.path}?outcome=4` },
  { what: "trail", path: ADMIN.listUserAudit.path },
  { what: "what asks for a person", path: ADMIN.countActionItems.path },
  { what: "menus", path: ADMIN.listMenus.path },
  {
    what: "cash differences of a month, summed",
    path: `${ADMIN.sumCashDifferences.path}?from=2026-11-01&to=2026-11-30`,
  },
  { what: "cash differences, one by one", path: `${ADMIN.listCashDifferences.path}?from=2026-11-01&to=2026-11-30` },
  { what: "a store's day", path: `${ADMIN.readTotals.path}?storeId=${STORE}&date=${BUSY_DAY}` },
  {
    what: "a vendor's day, store by store",
    path: `${ADMIN.listStoreTotals.path}?vendorId=${VENDOR}&date=${BUSY_DAY}`,
  },
  {
    what: "a vendor's day",
    path: `${ADMIN.readTotals.path}?vendorId=${VENDOR}&date=${BUSY_DAY}`,
    rounds: SLOW_ROUNDS,
    atMost: TOTALS_P99_MS,
  },
]

async function measure(
  { line, url, cookie }: { line: string; url: string; cookie: string },
  { what, path, rounds = ROUNDS, atMost = LIST_P99_MS }: Asked,
): Promise<Row[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    const answer = await fetch(url + path, { headers: { cookie } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${text.slice(0, 200)}`)
    times.push(performance.now() - from)
  }
  const row = (figure: string, ours: number, goal: Row["goal"]): Row => ({
    line,
    what: `${what}, ${figure}`,
    unit: "ms",
    ours,
    against: null,
    goal,
  })
  return [
    row("p50", median(times), null),
    row("first", times[0] ?? Number.NaN, null),
    row("p99", percentile(times.slice(1), 99), { of: "value", atMost }),
  ]
}

export async function enter(url: string, token: string): Promise<string> {
  const answer = await fetch(url + ADMIN.openByLink.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-brasa-csrf": "1" },
    body: JSON.stringify({ token, password: PASSWORD }),
  })
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
}
