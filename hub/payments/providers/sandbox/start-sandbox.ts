/** The sandbox payment provider: a small real server with its own pages, keys, webhooks and data (docs/contract/payments.md#payment-providers). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { guardPages } from "../../../../runtime/http/page-headers.ts"
import { answerCall } from "./answer-call.ts"
import { answerGuest, type GuestPayments, sendHtml } from "./answer-guest.ts"
import { createNotifier } from "./notify.ts"
import { aboutPage } from "./pay-page.ts"
import { openBook } from "./sandbox-file.ts"
import { createSandboxPayments, type SandboxPayments } from "./sandbox-payments.ts"

const BODY_MAX_BYTES = 64 * 1024

interface SandboxOptions {
  readonly host?: string
  readonly port: number
  /** Callers must send it, and webhooks are signed with it. */
  readonly secret: string
  /** The file that keeps its payments; null keeps them in memory only. */
  readonly file: string | null
}

export interface Sandbox {
  readonly url: string
  /** Sets the address of its webhooks; those that wait are sent there too. */
  notify(url: string): void
  /** Does what a guest does on the page, for tests, by the hub's attempt id. */
  act(attemptId: string, state: "approved" | "declined" | "expired"): boolean
  /** The state of each payment by the hub's attempt id. */
  states(): Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startSandbox({ host = "127.0.0.1", port, secret, file }: SandboxOptions): Promise<Sandbox> {
  const { book, save } = openBook(file)
  let webhook: string | null = null
  let url = ""
  const notifier = createNotifier({ book, save, secret, webhookUrl: () => webhook })
  const payments = createSandboxPayments({ book, save, notifier, link: (id) => `${url}/pay/${id}` })
  const guests: GuestPayments = {
    find: (id) => book.payments.find((payment) => payment.id === id) ?? null,
    act: payments.act,
  }
  const about = () => aboutPage(book.payments, webhook)
  const listener = guardPages((request, response) => {
    answer({ payments, guests, secret, about }, request, response).catch(() => response.destroy())
  })
  const server = createServer(listener)
  const address = await listening(server, port, host)
  url = `http://${host}:${address}`
  return {
    url,
    notify(to) {
      webhook = to
      for (const notice of book.notices) notice.dueAt = Math.min(notice.dueAt, Date.now())
      notifier.start()
    },
    act: (attemptId, state) => payments.act(book.payments.find(({ key }) => key === attemptId)?.id ?? "", state),
    states: () => Object.fromEntries(book.payments.map(({ key, state }) => [key, state])),
    async stop() {
      await notifier.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Answering {
  readonly payments: SandboxPayments
  readonly guests: GuestPayments
  readonly secret: string
  readonly about: () => string
}

async function answer(parts: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/"
  if (request.method === "GET" && path === "/") return sendHtml(response, parts.about())
  if (await answerGuest(parts.guests, path, { request, response })) return
  if (request.method !== "POST") return sendJson(response, 404, {})
  if (request.headers.authorization !== `Bearer ${parts.secret}`) return sendJson(response, 401, {})
  const said = await answerCall(parts.payments, { path, body: await readJson(request) })
  if (said === null) response.destroy()
  else sendJson(response, said.status, said.body)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX_BYTES) throw new Error("the body is too large")
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString() || "{}")
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === "object" && address ? address.port : port)
    })
  })
}
