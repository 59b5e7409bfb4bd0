/** The ideal of sending a backlog: the outbox of a box in batches of 500 over mqtt.js, one in flight. Says ms, ops and bytes. */
import { gzipSync } from "node:zlib"
import { connectAsync } from "mqtt"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

const BATCH = 500
const [port = "0", file = ""] = process.argv.slice(2)

const db = new Sqlite(file, { readonly: true })
const read = db.prepare<[number, number], { seq: number; body: string }>(
  "SELECT seq, body FROM outbox WHERE seq >= ? ORDER BY seq LIMIT ?",
)
const result = { ms: 0, ops: 0, bytes: 0, gzipped: 0 }
const from = performance.now()
const client = await connectAsync(`mqtt://127.0.0.1:${port}`)
await client.subscribeAsync("ack", { qos: 1 })
for (let next = 1; ; ) {
  const ops = read.all(next, BATCH).map(({ seq, body }) => ({ seq, body: JSON.parse(body) }))
  if (ops.length === 0) break
  const payload = JSON.stringify({ from: next, to: next + ops.length - 1, ops })
  const acknowledged = new Promise((resolve) => client.once("message", resolve))
  client.publish("up", payload, { qos: 1 })
  await acknowledged
  next += ops.length
  result.ops += ops.length
  result.bytes += Buffer.byteLength(payload)
}
result.ms = performance.now() - from
await client.endAsync()
for (let next = 1; next <= result.ops; next += BATCH)
  result.gzipped += gzipSync(JSON.stringify(read.all(next, BATCH))).length
console.log(JSON.stringify(result))
process.exit(0)
