/** The sandbox payment provider: a small real server with its own pages, keys, webhooks and memory (docs/contract/payments.md#payment-providers). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { guardPages } from "../../../../runtime/http/page-headers.ts"
import { createNotifier } from "./notify.ts"
import { aboutPage, LANGUAGES, type PageLanguage, payPage } from "./pay-page.ts"
import { openBook } from "./sandbox-file.ts"
import { createSandboxPayments, type SandboxAnswer, type SandboxPayments } from "./sandbox-payments.ts"

const BODY_MAX_BYTES = 64 * 1024
/** An answer that never comes: the connection breaks. */
const SILENCE_MS = 1_000
/** A webhook may overtake its own answer: the answer of a payment that was made is held so long. */
const EARLY_ANSWER_MS = 300

export interface SandboxOptions {
  readonly host?: string
  readonly port: number
  /** What callers must send, and what webhooks are signed with. */
  readonly secret: string
  /** The file that it remembers in; null forgets at the end. */
  readonly file: string | null
}

export interface Sandbox {
  readonly url: string
  /** Where its webhooks go; what has waited goes there too. */
  notify(url: string): void
  /** What a guest would do on the page, for tests: by the hub's attempt id. */
  act(attemptId: string, state: "approved" | "declined" | "expired"): boolean
  /** How each payment stands, by the hub's attempt id. */
  states(): Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startSandbox({ host = "127.0.0.1", port, secret, file }: SandboxOptions): Promise<Sandbox> {
  const { book, save } = openBook(file)
  let webhook: string | null = null
  let url = ""
  const notifier = createNotifier({ book, save, secret, webhookUrl: () => webhook })
  const desk = createSandboxPayments({ book, save, notifier, link: (id) => `${url}/pay/${id}` })
  const find = (id: string) => book.payments.find((payment) => payment.id === id)
  const listener = guardPages((request, response) => {
    const asked = new URL(request.url ?? "/", url || "http://localhost")
    const show = (id: string) => {
      const payment = find(id)
      return payment ? payPage(payment, languageOf(asked, request)) : null
    }
    const about = () => aboutPage(book.payments, webhook)
    answer({ desk, secret, show, about }, asked, request, response).catch(() => response.destroy())
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
    act: (attemptId, state) => desk.act(book.payments.find(({ key }) => key === attemptId)?.id ?? "", state),
    states: () => Object.fromEntries(book.payments.map(({ key, state }) => [key, state])),
    async stop() {
      await notifier.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Answering {
  readonly desk: SandboxPayments
  readonly secret: string
  readonly show: (id: string) => string | null
  readonly about: () => string
}

const ACTIONS = { approve: "approved", decline: "declined", expire: "expired" } as const

async function answer(parts: Answering, asked: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [first = "", second = "", third = ""] = asked.pathname.slice(1).split("/")
  if (request.method === "GET" && asked.pathname === "/") return html(response, parts.about())
  if (request.method === "GET" && first === "pay" && third === "") return html(response, parts.show(second))
  if (request.method !== "POST") return json(response, { status: 404, body: {} })
  if (first === "pay" && Object.hasOwn(ACTIONS, third)) {
    parts.desk.act(second, ACTIONS[third as keyof typeof ACTIONS])
    response.writeHead(303, { location: `/pay/${second}${asked.search}` }).end()
    return
  }
  if (request.headers.authorization !== `Bearer ${parts.secret}`) return json(response, { status: 401, body: {} })
  const body = await readJson(request)
  if (first === "payments" && third === "cancel") return json(response, parts.desk.cancel(second))
  if (asked.pathname === "/refunds") return json(response, parts.desk.refund(body))
  if (asked.pathname !== "/payments") return json(response, { status: 404, body: {} })
  const said = parts.desk.make(body)
  setTimeout(() => json(response, said), isEarly(body) ? EARLY_ANSWER_MS : 0)
}

function isEarly(body: Readonly<Record<string, unknown>>): boolean {
  return (
    Math.round(Number(body.amount) * 100) % 100 === 3 || (body.customer as { name?: string } | null)?.name === "early"
  )
}

function json(response: ServerResponse, said: SandboxAnswer): void {
  if (said === "silence") return void setTimeout(() => response.destroy(), SILENCE_MS)
  response.writeHead(said.status, { "content-type": "application/json" }).end(JSON.stringify(said.body))
}

function html(response: ServerResponse, text: string | null): void {
  response.writeHead(text === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
  response.end(text ?? "There is no such payment.")
}

function languageOf(asked: URL, request: IncomingMessage): PageLanguage {
  const wanted = asked.searchParams.get("lang") ?? request.headers["accept-language"] ?? ""
  const known = wanted.split(",").map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    LANGUAGES.find((language) => known[0] === language) ??
    LANGUAGES.find((language) => known.includes(language)) ??
    "es"
  )
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
