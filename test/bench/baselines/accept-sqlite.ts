/**
 * The ideal of accepting callbacks on SQLite: Express, key hash, ajv, key, order and repeat looked up, the durable row, 202. `turn`
 * commits together what one turn of the event loop brought, `each` every request alone, `thread` beside the event loop whatever waits while it
 * commits. Nothing is worked off afterwards.
 */
import { createHash } from "node:crypto"
import { Worker } from "node:worker_threads"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import express from "express"
import { AggregatorReport } from "../../../protocol/shapes/callback.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import type { CallbackRow, Stored } from "./commit-thread.ts"

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

/** Judged where the answer is looked up: null where there is no such order. */
type Judge = () => CallbackRow | null
type Kept = Stored[number] | null

function keep(judge: Judge): Kept {
  const row = judge()
  if (!row) return null
  const [id, key, at, body] = row
  const known = findRepeat.get(key)
  if (!known) addCallback.run(id, key, at, body)
  return known ?? { id, at }
}

const commitOne = db.transaction(keep)
const commitAll = db.transaction((group: readonly Judge[]) => group.map(keep))

interface Waiting<Work> {
  readonly work: Work
  readonly resolve: (kept: Kept) => void
}

let turn: Waiting<Judge>[] = []

function commitTurn(): void {
  const group = turn
  turn = []
  const kept = commitAll(group.map(({ work }) => work))
  for (const [n, { resolve }] of group.entries()) resolve(kept[n] ?? null)
}

const worker =
  commit === "thread" ? new Worker(new URL("commit-thread.js", import.meta.url), { workerData: file }) : null
let waiting: Waiting<CallbackRow>[] = []
let committing: typeof waiting = []
worker?.on("message", (stored: Stored) => {
  for (const [n, { resolve }] of committing.entries()) resolve(stored[n] ?? null)
  committing = []
  commitBeside()
})

function commitBeside(): void {
  if (committing.length > 0 || waiting.length === 0) return
  committing = waiting
  waiting = []
  worker?.postMessage(committing.map(({ work }) => work))
}

function durable(judge: Judge): Promise<Kept> | Kept {
  if (commit === "each") return commitOne(judge)
  if (!worker) {
    return new Promise((resolve) => {
      turn.push({ work: judge, resolve })
      if (turn.length === 1) setImmediate(commitTurn)
    })
  }
  const row = judge()
  if (!row) return null
  return new Promise((resolve) => {
    waiting.push({ work: row, resolve })
    if (waiting.length === 1) setImmediate(commitBeside)
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
  const id = ids.uuid()
  const kept = await durable(() => {
    const order = findOrder.get(body.externalOrderId ?? "")
    if (order?.channel !== body.channelCode) return null
    const repeatKey = JSON.stringify([order?.id, body.channelCode, body.providerEventId, body.status])
    return [id, repeatKey, new Date().toISOString(), JSON.stringify(body)]
  })
  if (!kept) return void response.status(404).json(null)
  const told = { received: true, webhookEventId: kept.id, firstReceivedAt: kept.at }
  response
    .status(202)
    .json(kept.id === id ? { ...told, duplicate: false, status: "queued" } : { ...told, duplicate: true })
})
app.get("/healthz", (_request, response) => void response.json({ status: "ok" }))
app.listen(Number(port), "127.0.0.1", () => console.log("up"))
