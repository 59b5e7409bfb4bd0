/** A real receiver of webhooks over HTTP that accepts, refuses, is slow, moved, gone or unreachable on request. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http"
import { createServer as createTlsServer } from "node:https"
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "./loopback-certificate.ts"
import { freePorts } from "./ports.ts"
import { whenOver } from "./temp.ts"

type ReceiverMood =
  | "takes"
  | "fails"
  | "gone"
  | "moved"
  | "hangs"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  readonly event: any
}

export interface Receiver {
  readonly url: string
  mood: ReceiverMood
  /** Every request that came in, also those that were not taken. */
  readonly heard: Received[]
  /** Those that were answered with 2xx. */
  readonly taken: Received[]
  /** Nobody listens any more, or again at the same address. */
  down(): Promise<void>
  up(): Promise<void>
}

const SAYS: Record<"takes" | "fails" | "gone" | "moved", { status: number; headers?: Record<string, string> }> = {
  takes: { status: 204 },
  fails: { status: 500 },
  gone: { status: 410 },
  moved: { status: 302, headers: { location: "http://127.0.0.1:1/elsewhere" } },
}

/** `tls`: by HTTPS, with the certificate of loopback-certificate.ts. */
export async function openReceiver({ tls = false } = {}): Promise<Receiver> {
  const [port = 0] = await freePorts(1)
  let server: Server | null = null
  const receiver: Receiver = {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hooks`,
    mood: "takes",
    heard: [],
    taken: [],
    async down() {
      const closing = server
      server = null
      closing?.closeAllConnections()
      await new Promise<void>((done) => (closing ? closing.close(() => done()) : done()))
    },
    async up() {
      const listener: RequestListener = async (request, response) => {
        const raw = await bytesOf(request)
        const received = { headers: request.headers, raw, event: JSON.parse(raw.toString()) }
        receiver.heard.push(received)
        if (receiver.mood === "hangs") return
        const says = typeof receiver.mood === "string" ? SAYS[receiver.mood] : receiver.mood
        if (says.status < 300) receiver.taken.push(received)
        response.writeHead(says.status, says.headers).end("body" in says ? says.body : undefined)
      }
      server = tls
        ? createTlsServer({ cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY }, listener)
        : createServer(listener)
      await new Promise<void>((done) => server?.listen(port, "127.0.0.1", done))
    },
  }
  await receiver.up()
  whenOver(() => receiver.down())
  return receiver
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
