/**
 * The ideal of taking in orders on SQLite: Express, key hash, ajv, one look for a repeat, the row and its outbox row, an answer
 * after the commit. `turn` commits together what one turn of the event loop brought, `each` every request alone.
 */
import { createHash } from "node:crypto"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import express from "express"
import { Heartbeat } from "../../../protocol/shapes/heartbeat.ts"
import { OrderInjection } from "../../../protocol/shapes/injection.ts"
import { PaymentConfirmation } from "../../../protocol/shapes/tender.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

const [port = "0", file = "", commit = "turn", key = ""] = process.argv.slice(2)

const db = new Sqlite(file)
db.pragma("journal_mode = WAL")
db.pragma("synchronous = FULL")
db.exec(`
  CREATE TABLE api_key (hash TEXT PRIMARY KEY, vendor TEXT);
  CREATE TABLE orders (id TEXT PRIMARY KEY, external_id TEXT UNIQUE, record TEXT) WITHOUT ROWID;
  CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body TEXT);
  CREATE TABLE component (id TEXT PRIMARY KEY, record TEXT);
`)
const hash = (text: string) => createHash("sha256").update(text).digest("hex")
db.prepare("INSERT INTO api_key VALUES (?, 'acme')").run(hash(key))
const findKey = db.prepare("SELECT vendor FROM api_key WHERE hash = ?")
const findOrder = db.prepare<[string], { id: string; record: string }>(
  "SELECT id, record FROM orders WHERE external_id = ?",
)
const addOrder = db.prepare("INSERT INTO orders VALUES (?, ?, ?)")
const setOrder = db.prepare("UPDATE orders SET record = ? WHERE id = ?")
const addOp = db.prepare("INSERT INTO outbox (body) VALUES (?)")
const setComponent = db.prepare(
  "INSERT INTO component VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record",
)

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const isOrder = ajv.compile(OrderInjection)
const isCharge = ajv.compile(PaymentConfirmation)
const isBeat = ajv.compile(Heartbeat)
const ids = createIds({ clock: systemClock })

let waiting: { work: () => unknown; resolve: (value: unknown) => void }[] = []
const commitAll = db.transaction((group: typeof waiting) => group.map(({ work }) => work()))
const commitOne = db.transaction((work: () => unknown) => work())

function durable(work: () => unknown): Promise<unknown> {
  if (commit === "each") return Promise.resolve(commitOne(work))
  return new Promise((resolve) => {
    waiting.push({ work, resolve })
    if (waiting.length > 1) return
    setImmediate(() => {
      const group = waiting
      waiting = []
      const answers = commitAll(group)
      group.forEach((one, n) => {
        one.resolve(answers[n])
      })
    })
  })
}

const app = express()
app.disable("x-powered-by")
app.set("etag", false)
app.use(express.json({ limit: "1mb" }))
app.use((request, response, next) => {
  if (findKey.get(hash(request.get("x-api-key") ?? ""))) next()
  else response.status(401).end()
})
app.post("/api/v1/core/external/orders", async (request, response) => {
  const { body } = request
  if (!isOrder(body)) return void response.status(400).json(isOrder.errors)
  const id = await durable(() => {
    const known = findOrder.get(body.orderId)
    if (known) return known.id
    const fresh = ids.uuid()
    const record = JSON.stringify({ ...body, id: fresh, status: "OPEN", payments: [] })
    addOrder.run(fresh, body.orderId, record)
    addOp.run(record)
    return fresh
  })
  response.status(201).json({ success: true, data: { id, orderId: body.orderId, status: "OPEN", revision: 1 } })
})
app.post("/api/v1/core/external/orders/:orderId/confirm-payment", async (request, response) => {
  const { body } = request
  if (!isCharge(body)) return void response.status(400).json(isCharge.errors)
  const data = await durable(() => {
    const known = findOrder.get(request.params.orderId)
    if (!known) return null
    const record = { ...JSON.parse(known.record), status: "COMPLETED", payments: body.payments }
    const text = JSON.stringify(record)
    setOrder.run(text, known.id)
    addOp.run(text)
    return { outcome: "settled", payments: body.payments }
  })
  response.status(data ? 200 : 404).json({ success: true, data })
})
app.post("/api/v1/core/external/component-health", async (request, response) => {
  const { body } = request
  if (!isBeat(body)) return void response.status(400).json(isBeat.errors)
  await durable(() => setComponent.run(body.componentId, JSON.stringify(body)))
  response.status(204).end()
})
app.get("/healthz", (_request, response) => void response.json({ status: "ok" }))
app.listen(Number(port), "127.0.0.1", () => console.log("up"))
