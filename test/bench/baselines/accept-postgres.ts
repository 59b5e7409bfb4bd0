/**
 * The ideal of accepting callbacks on PostgreSQL: Express, key hash, ajv, then key, order, repeat and row of all that came while the
 * last group was under way in one transaction. Nothing is worked off afterwards.
 */
import { createHash } from "node:crypto"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import express from "express"
import pg from "pg"
import { AggregatorReport } from "../../../protocol/shapes/callback.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"

const POOL_MAX = 10
const [port = "0", url = "", key = "", orders = "0"] = process.argv.slice(2)

const hash = (text: string) => createHash("sha256").update(text).digest("hex")
const ids = createIds({ clock: systemClock })
const pool = new pg.Pool({ connectionString: url, max: POOL_MAX })
await pool.query(`
  CREATE TABLE api_key (hash TEXT PRIMARY KEY, vendor TEXT);
  CREATE TABLE orders (id TEXT PRIMARY KEY, external_id TEXT UNIQUE, channel TEXT);
  CREATE TABLE callback (id TEXT PRIMARY KEY, key TEXT UNIQUE, at TEXT, body TEXT);
`)
await pool.query("INSERT INTO api_key VALUES ($1, 'acme')", [hash(key)])
await pool.query(
  "INSERT INTO orders SELECT 'id-' || n, 'seed-' || n, 'GLOVO' FROM generate_series(0, $1::int - 1) AS n",
  [Number(orders)],
)

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const isReport = ajv.compile(AggregatorReport)

interface Wanted {
  readonly hash: string
  readonly body: AggregatorReport
  readonly resolve: (answer: object | null) => void
}

const FIND_KEYS = { name: "keys", text: "SELECT hash FROM api_key WHERE hash = ANY ($1)" }
const FIND_ORDERS = { name: "orders", text: "SELECT id, external_id, channel FROM orders WHERE external_id = ANY ($1)" }
const ADD = {
  name: "add",
  text: `INSERT INTO callback SELECT * FROM unnest ($1::text[], $2::text[], $3::text[], $4::text[])
         ON CONFLICT (key) DO NOTHING RETURNING id`,
}
const FIND_REPEATS = { name: "repeats", text: "SELECT id, key, at FROM callback WHERE key = ANY ($1)" }

async function accept(group: readonly Wanted[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const keys = await client.query(FIND_KEYS, [[...new Set(group.map((one) => one.hash))]])
    if (keys.rows.length === 0) throw new Error("an unknown key")
    const found = await client.query(FIND_ORDERS, [group.map(({ body }) => body.externalOrderId)])
    const known = new Map(found.rows.map((row) => [row.external_id, row]))
    const at = new Date().toISOString()
    const rows = group.map(({ body }) => {
      const { channelCode, providerEventId, status, externalOrderId } = body
      const repeat = JSON.stringify([known.get(externalOrderId)?.id, channelCode, providerEventId, status])
      return { id: ids.uuid(), repeat, body: JSON.stringify(body) }
    })
    const column = (name: "id" | "repeat" | "body") => rows.map((row) => row[name])
    const added = await client.query(ADD, [column("id"), column("repeat"), rows.map(() => at), column("body")])
    if (added.rows.length < rows.length) await client.query(FIND_REPEATS, [column("repeat")])
    await client.query("COMMIT")
    for (const [n, one] of group.entries()) {
      const webhookEventId = rows[n]?.id
      one.resolve({ received: true, duplicate: false, webhookEventId, status: "queued", firstReceivedAt: at })
    }
  } finally {
    client.release()
  }
}

let waiting: Wanted[] = []
let busy = false

async function acceptGroups(): Promise<void> {
  if (busy) return
  busy = true
  await new Promise((resolve) => setImmediate(resolve))
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    await accept(group)
  }
  busy = false
}

const app = express()
app.disable("x-powered-by")
app.set("etag", false)
app.use(express.json({ limit: "1mb" }))
app.post("/api/v1/webhooks/aggregator/order-status", async (request, response) => {
  const { body } = request
  if (!isReport(body)) return void response.status(400).json(isReport.errors)
  const answer = await new Promise<object | null>((resolve) => {
    waiting.push({ hash: hash(request.get("x-api-key") ?? ""), body, resolve })
    void acceptGroups()
  })
  response.status(answer ? 202 : 404).json(answer)
})
app.get("/healthz", (_request, response) => void response.json({ status: "ok" }))
app.listen(Number(port), "127.0.0.1", () => console.log("up"))
