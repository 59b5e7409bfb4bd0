/**
 * The ideal of accepting callbacks on SQLite: Express, key hash, ajv, key, order and repeat looked up, the durable row, 202. `turn`
 * commits together what one turn of the event loop brought, `each` every request alone. Nothing is worked off afterwards.
 */
import { createHash } from "node:crypto"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import Sqlite from "better-sqlite3"
import express from "express"
import { systemClock } from "../../../protocol/runtime/clock.ts"
import { createIds } from "../../../protocol/runtime/ids.ts"
import { AggregatorReport } from "../../../protocol/shapes/callback.ts"

const [port = "0", file = "", commit = "turn", key = "", orders = "0"] = process.argv.slice(2)

const db = new Sqlite(file)
db.pragma("journal_mode = WAL")
db.pragma("synchronous = FULL")
db.exec(`
  CREATE TABLE api_key (hash TEXT PRIMARY KEY, vendor TEXT);
  CREATE TABLE orders (id TEXT PRIMARY KEY, external_id TEXT UNIQUE, channel TEXT) WITHOUT ROWID;
  CREATE TABLE callback (id TEXT PRIMARY KEY, key TEXT UNIQUE, at TEXT, body TEXT);
`)
const hash = (text: string) => createHash("sha256").update(text).digest("hex")
const ids = createIds({ clock: systemClock })
db.prepare("INSERT INTO api_key VALUES (?, 'acme')").run(hash(key))
const addOrder = db.prepare("INSERT INTO orders VALUES (?, ?, 'GLOVO')")
db.transaction(() => {
  for (let n = 0; n < Number(orders); n += 1) addOrder.run(ids.uuid(), `seed-${n}`)
})()
const findKey = db.prepare("SELECT vendor FROM api_key WHERE hash = ?")
const findOrder = db.prepare<[string], { id: string; channel: string }>(
  "SELECT id, channel FROM orders WHERE external_id = ?",
)
const findRepeat = db.prepare<[string], { id: string; at: string }>("SELECT id, at FROM callback WHERE key = ?")
const addCallback = db.prepare("INSERT INTO callback VALUES (?, ?, ?, ?)")

const ajv = new Ajv2020({ allErrors: true, strict: false })
addFormats.default(ajv)
const isReport = ajv.compile(AggregatorReport)

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
app.post("/api/v1/webhooks/aggregator/order-status", async (request, response) => {
  if (!findKey.get(hash(request.get("x-api-key") ?? ""))) return void response.status(401).end()
  const body = request.body as AggregatorReport
  if (!isReport(body)) return void response.status(400).json(isReport.errors)
  const answer = await durable(() => {
    const order = findOrder.get(body.externalOrderId ?? "")
    if (order?.channel !== body.channelCode) return null
    const repeatKey = JSON.stringify([order?.id, body.channelCode, body.providerEventId, body.status])
    const known = findRepeat.get(repeatKey)
    if (known) return { received: true, duplicate: true, webhookEventId: known.id, firstReceivedAt: known.at }
    const [id, at] = [ids.uuid(), new Date().toISOString()]
    addCallback.run(id, repeatKey, at, JSON.stringify(body))
    return { received: true, duplicate: false, webhookEventId: id, status: "queued", firstReceivedAt: at }
  })
  response.status(answer ? 202 : 404).json(answer)
})
app.get("/healthz", (_request, response) => void response.json({ status: "ok" }))
app.listen(Number(port), "127.0.0.1", () => console.log("up"))
