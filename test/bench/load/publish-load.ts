/** Publishes with QoS 1 over bare sockets, a window of messages in flight each; says acknowledgements a second. Or only connects. */
import { connect, type Socket } from "node:net"

const WINDOW = 50
const PAYLOAD_BYTES = 1024
const WARM_UP_MS = 400
const PUBACK = 0x40
const PUBACK_BYTES = 4

/** `seconds` 0: connect, say so, and stay. */
const [port = "0", clients = "8", seconds = "1", password = ""] = process.argv.slice(2)

const sockets: Socket[] = []
for (let n = 0; n < Number(clients); n += 1) sockets.push(await login(storeName(n)))
if (Number(seconds) === 0) console.log("connected")
else {
  const counted = await Promise.all(sockets.map((socket, n) => publish(socket, storeName(n))))
  const perSecond = counted.reduce((all, one) => all + one, 0) / Number(seconds)
  console.log(JSON.stringify({ perSecond }))
  process.exit(0)
}

function storeName(n: number): string {
  return `0b8f9c1e-5a6d-4e2b-9d3c-${String(n).padStart(12, "0")}`
}

async function login(store: string): Promise<Socket> {
  const socket = connect({ port: Number(port), host: "127.0.0.1", noDelay: true })
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  const flags = Buffer.of(0x04, 0b1100_0010, 0, 60)
  const body = Buffer.concat([text("MQTT"), flags, text(`store:${store}`), text(store), text(password)])
  const welcome = new Promise<Buffer>((resolve) => socket.once("data", resolve))
  socket.write(packet(0x10, body))
  if ((await welcome)[3] !== 0) throw new Error("the broker refused the login")
  return socket
}

/** Acknowledgements within the counted time. */
function publish(socket: Socket, store: string): Promise<number> {
  const payload = Buffer.alloc(PAYLOAD_BYTES, "x")
  const countFrom = performance.now() + WARM_UP_MS
  const until = countFrom + Number(seconds) * 1000
  let id = 0
  let half = 0
  let acknowledged = 0
  const send = (count: number) => {
    const packets = Array.from({ length: count }, () => {
      id = (id % 0xffff) + 1
      return packet(0x32, Buffer.concat([text(`brasa/v1/${store}/up`), Buffer.of(id >> 8, id & 0xff), payload]))
    })
    socket.write(Buffer.concat(packets))
  }
  return new Promise((resolve, reject) => {
    socket.once("close", () => reject(new Error("the broker broke the connection")))
    socket.on("data", (bytes) => {
      if (half === 0 && bytes[0] !== PUBACK) return reject(new Error(`the broker sent ${bytes[0]?.toString(16)}`))
      const whole = Math.floor((half + bytes.length) / PUBACK_BYTES)
      half = (half + bytes.length) % PUBACK_BYTES
      const now = performance.now()
      if (now >= countFrom) acknowledged += whole
      if (now >= until) resolve(acknowledged)
      else send(whole)
    })
    send(WINDOW)
  })
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

function packet(head: number, body: Buffer): Buffer {
  const length: number[] = []
  let left = body.length
  do {
    length.push((left % 128) | (left > 127 ? 128 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.of(head, ...length), body])
}
