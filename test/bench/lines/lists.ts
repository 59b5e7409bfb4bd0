/** Orders listed by each filter that has an index: whether one who asks a hub of 1,000,000 orders waits longer than at one of 10,000. */
import { Agent, request } from "node:http"
import { BUSY_DAY, DAY_BEFORE, fillSales, type Sales } from "../fill-headquarters.ts"
import { alternate, percentile } from "../measure.ts"
import { provisionQuiet, startQuiet } from "../quiet-hub.ts"
import type { Row } from "../report.ts"
import { API_KEY } from "../stage.ts"

/** On two days: 10,000 orders and 1,000,000. A page of either shows orders of twenty stores. */
const SALES = { few: { stores: 200, ordersADay: 25 }, many: { stores: 2_000, ordersADay: 250 } }
const WARM = 50
const REQUESTS = 2_000
/** Within a tenth is a tie. */
const GROWS_AT_MOST = 1.1
const ORDERS = "/api/v1/core/external/orders"
const AN_ORDER = "0190b000-0000-7000-8000-00000000002a"

const INDEXED: readonly [what: string, query: string][] = [
  ["all", ""],
  ["status", "status=OPEN"],
  ["paymentStatus", "paymentStatus=SUCCEEDED"],
  ["businessDayDate", `businessDayDate=${BUSY_DAY}`],
  ["dateFrom, dateTo", `dateFrom=${DAY_BEFORE}&dateTo=${BUSY_DAY}`],
  [
    "dateFilterMode=created_at",
    `dateFrom=${BUSY_DAY}&dateTo=${BUSY_DAY}&dateFilterMode=created_at&tzOffset=${encodeURIComponent("-05:00")}`,
  ],
  ["channel", "channel=KIOSK"],
  ["fulfillmentMethod", "fulfillmentMethod=DINE_IN"],
  ["paymentMethod", "paymentMethod=CARD"],
  ["paymentMethod, status, a day", `paymentMethod=CARD&status=OPEN&businessDayDate=${BUSY_DAY}`],
  ["search, an id", `search=${AN_ORDER}`],
]

export async function benchLists(): Promise<Row[]> {
  const hubs = { few: await hubOf(SALES.few), many: await hubOf(SALES.many) }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const rows: Row[] = []
    for (const [what, query] of INDEXED) {
      const waits =
        ({ url }: { url: string }) =>
        () =>
          ask(agent, `${url}${ORDERS}?${query}`)
      const sides = { few: waits(hubs.few), many: waits(hubs.many) }
      await alternate(WARM, sides)
      rows.push(...rowsOf(what, await alternate(REQUESTS, sides)))
    }
    return rows
  } finally {
    agent.destroy()
    await Promise.all([hubs.few.stop(), hubs.many.stop()])
  }
}

async function hubOf(sales: Sales) {
  const place = await provisionQuiet(null)
  await fillSales(place.url, sales)
  return startQuiet(place)
}

function rowsOf(what: string, { few, many }: Record<keyof typeof SALES, number[]>): Row[] {
  const row = (percent: number, goal: Row["goal"]): Row => ({
    ...{ line: "orders listed, of 1,000,000", what: `${what}, p${percent}`, unit: "ms" },
    ...{ ours: percentile(many, percent), against: { name: "10,000 orders", value: percentile(few, percent) }, goal },
  })
  return [row(50, null), row(99, { of: "ratio", atMost: GROWS_AT_MOST })]
}

/** Milliseconds until the whole answer was there. */
function ask(agent: Agent, url: string): Promise<number> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers: { "x-api-key": API_KEY } }, (answer) => {
      answer.resume()
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - from)
        else reject(new Error(`${url}: ${answer.statusCode}`))
      })
    })
    asking.on("error", reject).end()
  })
}
