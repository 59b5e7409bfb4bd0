/** A small real payment provider over HTTP with its adapter: it approves, refuses, fails or is silent on request. */
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { PaymentProvider, RefundAnswer, RefundRequest } from "../../hub/payments/providers/index.ts"
import { whenOver } from "./temp.ts"

type Mood = "approves" | "refuses" | "fails" | "holds"

export interface TestProvider {
  readonly adapter: PaymentProvider
  mood: Mood
  /** Every request that arrived, also the repeated ones. */
  readonly heard: { readonly key: string; readonly amount: string }[]
  /** Money that was really given back: once for a key. */
  readonly refunded: Map<string, string>
  /** Resolves when the next request has arrived. */
  whenAsked(): Promise<void>
  /** Lets those that were held go on, as approved. */
  release(): void
}

export async function openTestProvider(): Promise<TestProvider> {
  let asked: (() => void)[] = []
  let held: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    // Ports are used again: a look at what stood here before, by another test, asks nothing.
    if (text.length === 0) return void response.writeHead(404).end()
    const body = JSON.parse(text) as { key: string; amount: string }
    provider.heard.push(body)
    const answer = (status: number, said: object) => response.writeHead(status).end(JSON.stringify(said))
    const approve = () => {
      const reference = provider.refunded.get(body.key) ?? `r-${provider.refunded.size + 1}`
      provider.refunded.set(body.key, reference)
      answer(200, { reference })
    }
    if (provider.mood === "approves") approve()
    else if (provider.mood === "refuses") answer(422, { message: "The card is closed." })
    else if (provider.mood === "fails") answer(500, {})
    else held.push(approve)
    for (const tell of asked) tell()
    asked = []
  })
  const url = await listening(server)
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  const provider: TestProvider = {
    adapter: { refund: (order) => refund(url, order) },
    mood: "approves",
    heard: [],
    refunded: new Map(),
    whenAsked: () => new Promise((resolve) => asked.push(resolve)),
    release() {
      for (const approve of held) approve()
      held = []
    },
  }
  return provider
}

async function refund(url: string, { key, tenders }: RefundRequest): Promise<RefundAnswer> {
  const amount = String(tenders.reduce((sum, tender) => sum + Number(tender.amount), 0))
  const response = await fetch(url, { method: "POST", body: JSON.stringify({ key, amount }) })
  const said = (await response.json()) as { reference?: string; message?: string }
  if (response.status === 200) return { outcome: "refunded", reference: said.reference ?? null }
  if (response.status === 422) return { outcome: "refused", message: said.message ?? "refused" }
  return { outcome: "unknown", message: `the provider answered ${response.status}` }
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    request.on("data", (part) => {
      text += part
    })
    request.once("end", () => resolve(text))
    request.once("error", reject)
  })
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`)
    })
  })
}
