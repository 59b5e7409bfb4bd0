/** A broker as its own process: `bare` is aedes as it comes, `fenced` is ours with credentials and topics fenced by store. */
import { createHash } from "node:crypto"
import { createServer } from "node:net"
import { Aedes } from "aedes"
import { createAccess } from "../../../protocol/mqtt/access.ts"
import { cloudChannels, storeParty, up } from "../../../protocol/mqtt/cloud.ts"
import { MESSAGE_BYTES_MAX } from "../../../protocol/sync/limits.ts"
import { silentLog } from "../../../runtime/log.ts"
import { createBroker } from "../../../runtime/mqtt/broker.ts"

const CONNECTIONS_MAX = 10_000
const [port = "0", kind = "bare", password = ""] = process.argv.slice(2)

const hash = (text: string) => createHash("sha256").update(text).digest("hex")
const known = hash(password)

if (kind === "bare") {
  const aedes = await Aedes.createBroker()
  const hear = (_packet: unknown, done: () => void) => done()
  await new Promise<void>((resolve) => aedes.subscribe(up.filter(), hear, () => resolve()))
  createServer((socket) => aedes.handle(socket.setNoDelay(true))).listen(Number(port), "127.0.0.1", () =>
    console.log("up"),
  )
} else {
  const broker = await createBroker({
    authenticate: (login) => (hash(login.password) === known ? storeParty(login.username) : null),
    access: createAccess(cloudChannels),
    payloadMaxBytes: MESSAGE_BYTES_MAX,
    connectionsMax: CONNECTIONS_MAX,
    connectionsOfLoginMax: CONNECTIONS_MAX,
    log: silentLog,
  })
  await broker.subscribe(up.filter(), () => {})
  await broker.listen("127.0.0.1", Number(port))
  console.log("up")
}
