/** Sends bytes to a port and hears what comes back: what no client of HTTP would send. */
import { connect } from "node:net"

/** The server refuses what does not end after 30 s; nothing here waits for that, unless it is what is asked. */
const PATIENCE_MS = 20_000

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly text: string
}

export interface RawOptions {
  /** Hangs up as soon as all is sent. */
  readonly hangUp?: boolean
  readonly patienceMs?: number
  /** Goes on for ever, a blank at a time. */
  readonly dribbleEveryMs?: number
}

let callers = 0

/** Of this machine, another one each time: who has no credential is limited by the address. */
function nextAddress(): string {
  callers += 1
  return `127.1.${(callers >> 8) & 255}.${callers & 255}`
}

/** Null where the other side said nothing. */
export function sendRaw(url: string, bytes: Uint8Array, options: RawOptions = {}): Promise<RawAnswer | null> {
  const { hangUp = false, patienceMs = PATIENCE_MS, dribbleEveryMs } = options
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const heard: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port), localAddress: nextAddress() }, () => {
      socket.write(bytes, () => hangUp && socket.destroySoon())
    })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer in ${patienceMs} ms to ${Buffer.from(bytes.slice(0, 200)).toString("latin1")}`))
    }, patienceMs)
    const dribble = dribbleEveryMs && setInterval(() => socket.write(" "), dribbleEveryMs)
    socket.on("data", (chunk) => heard.push(chunk))
    // A server that has answered may close before it has read everything.
    socket.on("error", () => {})
    socket.on("close", () => {
      clearTimeout(timer)
      clearInterval(dribble)
      resolve(parse(Buffer.concat(heard)))
    })
  })
}

function parse(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return null
  const head = bytes.subarray(0, end).toString("latin1")
  return { status: Number(head.slice(9, 12)), head, text: bytes.subarray(end + 4).toString("utf8") }
}

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

/** As it goes over the wire; nothing is checked, and only the connection's end is added. */
export function asBytes({ method, path, headers, body }: RawRequest): Uint8Array {
  const lines = [...headers, ["connection", "close"]].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}\r\n`, "latin1"),
    body,
  ])
}
