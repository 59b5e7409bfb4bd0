/** Every list and search of the hub with 1,000,000 rows in each large table: how long each is waited for, and how long an order that is sent meanwhile. */
import { isRefusal } from "../../../protocol/refusals.ts"
import { fillLists } from "../../kit/fill-lists.ts"
import { HEADQUARTERS_LISTS, PUBLIC_LISTS } from "../../kit/list-paths.ts"
import { orderBody } from "../../kit/order-bodies.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { median } from "../measure.ts"
import { provisionQuiet, startQuiet } from "../quiet-hub.ts"
import type { Row } from "../report.ts"
import { API_KEY } from "../stage.ts"
import { enter } from "./dashboard.ts"

const ROWS = Number(process.env.BENCH_LIST_ROWS ?? 1_000_000)
const ROUNDS = 3
const LIST_MAX_MS = 2_000
const WRITE_MAX_MS = 250
const ORDERS = "/api/v1/core/external/orders"

export function benchLongLists(): Promise<Row[]> {
  return askAll("long lists", null)
}

export async function benchLongListsPostgres(): Promise<Row[]> {
  const server = await startPostgres()
  try {
    return await askAll("long lists on PostgreSQL", server.url)
  } finally {
    await server.stop()
  }
}

async function askAll(line: string, database: string | null): Promise<Row[]> {
  const place = await provisionQuiet(database)
  await fillLists(place.url, ROWS)
  const hub = await startQuiet(place)
  try {
    const wish = { email: "bench@acme.test", name: "Bench", role: "owner" as const, vendorIds: null }
    const person = await hub.users.create("acme", wish)
    if (isRefusal(person)) throw new Error(person.message)
    const cookie = await enter(hub.url, person.link.path.split("/").at(-1) ?? "")
    const rows: Row[] = []
    for (const path of [...PUBLIC_LISTS, ...HEADQUARTERS_LISTS]) {
      const headers: Record<string, string> = path.startsWith("/api/admin") ? { cookie } : { "x-api-key": API_KEY }
      const waits: number[] = []
      const writes: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const asking = timed(() => get(hub.url + path, headers))
        writes.push(await timed(() => sell(hub.url)))
        waits.push(await asking)
      }
      const row = (what: string, ours: number, atMost: number): Row => ({
        ...{ line, what: `${path}, ${what}`, unit: "ms", ours, against: null, goal: { of: "value", atMost } },
      })
      rows.push(row("median", median(waits), LIST_MAX_MS), row("an order meanwhile", Math.max(...writes), WRITE_MAX_MS))
    }
    return rows
  } finally {
    await hub.stop()
  }
}

async function timed(act: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
}

let sold = 0

async function sell(url: string): Promise<void> {
  sold += 1
  const body = JSON.stringify(orderBody({ orderId: `meanwhile-${sold}`, store: { code: "S-00001" } }))
  const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
  const answer = await fetch(url + ORDERS, { method: "POST", headers, body })
  await answer.arrayBuffer()
  if (answer.status !== 201) throw new Error(`an order was answered ${answer.status}`)
}
