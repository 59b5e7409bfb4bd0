/**
 * The ideal of taking in orders on PostgreSQL: Express, key hash, ajv, then the key, the look for a repeat, order and event in one
 * transaction. `group` sends together what came while the last transaction was under way, `each` has one transaction a request.
 */
import { createHash } from "node:crypto"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import express from "express"
import pg from "pg"
import { OrderInjection } from "../../../protocol/shapes/injection.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"

const POOL_MAX = 10
const [port = "0", url = "", commit = "group", key = ""] = process.argv.slice(2)

const hash = (text: string) => createHash("sha256").update(text).digest("hex")
const pool = new pg.Pool({ connectionString: url, max: POOL_MAX })
await pool.query(`
  CREATE TABLE api_key (hash TEXT PRIMARY KEY, vendor TEXT);
  CREATE TABLE orders (id TEXT PRIMARY KEY, external_id TEXT UNIQUE, record TEXT);
  CREATE TABLE event (id TEXT PRIMARY KEY, body TEXT);
`)
await pool.query("INSERT INTO api_key VALUES ($1, 'acme')", [hash(key)])

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const isOrder = ajv.compile(OrderInjection)
const ids = createIds({ clock: systemClock })

interface Wanted {
  readonly id: string
  readonly externalId: string
  readonly record: string
  readonly key: string
}

const FIND_KEYS = { name: "keys", text: "SELECT hash FROM api_key WHERE hash = ANY ($1)" }
const ADD_ORDERS = {
  name: "orders",
  text: `INSERT INTO orders SELECT * FROM unnest ($1::text[], $2::text[], $3::text[])
         ON CONFLICT (external_id) DO NOTHING RETURNING id`,
}
const ADD_EVENTS = { name: "events", text: "INSERT INTO event SELECT * FROM unnest ($1::text[], $2::text[])" }

async function write(orders: readonly Wanted[]): Promise<Set<string>> {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const { rows } = await client.query(FIND_KEYS, [[...new Set(orders.map((order) => order.key))]])
    if (rows.length === 0) throw new Error("an unknown key")
    const records = orders.map(({ record }) => record)
    const fresh = orders.map(({ id }) => id)
    const added = await client.query(ADD_ORDERS, [fresh, orders.map(({ externalId }) => externalId), records])
    await client.query(ADD_EVENTS, [fresh, records])
    await client.query("COMMIT")
    return new Set(added.rows.map(({ id }) => id))
  } finally {
    client.release()
  }
}

let waiting: { order: Wanted; resolve: () => void }[] = []
let busy = false

async function writeGroups(): Promise<void> {
  if (busy) return
  busy = true
  await new Promise((resolve) => setImmediate(resolve))
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    await write(group.map(({ order }) => order))
    for (const { resolve } of group) resolve()
  }
  busy = false
}

async function durable(order: Wanted): Promise<void> {
  if (commit === "each") return void (await write([order]))
  const written = new Promise<void>((resolve) => waiting.push({ order, resolve }))
  void writeGroups()
  await written
}

const app = express()
app.disable("x-powered-by")
app.set("etag", false)
app.use(express.json({ limit: "1mb" }))
app.post("/api/v1/core/external/orders", async (request, response) => {
  const { body } = request
  if (!isOrder(body)) return void response.status(400).json(isOrder.errors)
  const id = ids.uuid()
  const record = JSON.stringify({ ...body, id, status: "OPEN", payments: [] })
  await durable({ id, externalId: body.orderId, record, key: hash(request.get("x-api-key") ?? "") })
  response.status(201).json({ success: true, data: { id, orderId: body.orderId, status: "OPEN", revision: 1 } })
})
app.listen(Number(port), "127.0.0.1", () => console.log("up"))
