/** The ideal of taking in a backlog: aedes without credentials, each batch one durable SQLite transaction, then an answer. */
import { createServer } from "node:net"
import { Aedes } from "aedes"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

const [port = "0", file = ""] = process.argv.slice(2)

const db = new Sqlite(file)
db.pragma("journal_mode = WAL")
db.pragma("synchronous = FULL")
db.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, record TEXT) WITHOUT ROWID")
const add = db.prepare("INSERT INTO orders VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record")
const take = db.transaction((ops: readonly { seq: number; body: { order?: { id: string } } }[]) => {
  for (const { seq, body } of ops) add.run(body.order?.id ?? `${seq}`, JSON.stringify(body))
})

const aedes = await Aedes.createBroker()
aedes.subscribe(
  "up",
  (packet, done) => {
    const { to, ops } = JSON.parse(packet.payload.toString())
    take(ops)
    const payload = JSON.stringify({ applied: to })
    aedes.publish({ cmd: "publish", topic: "ack", payload, qos: 1, retain: false, dup: false }, () => done())
  },
  () => createServer((socket) => aedes.handle(socket)).listen(Number(port), "127.0.0.1", () => console.log("up")),
)
