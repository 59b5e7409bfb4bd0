/** An HTTPS receiver that verifies events as a receiver must, is slow, and can be told not to answer. */
import { createHmac } from "node:crypto"
import { createServer } from "node:https"
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from "../../kit/loopback-certificate.ts"

export const SECRET = "whsec_acme_000000000001"
const ANSWERS_WITHIN_MS = 40

/** One event, however often it came. */
export interface ReceivedEvent {
  readonly type: string
  readonly orderId: string
  readonly raw: string
  times: number
}

export interface KillsReceiver {
  readonly url: string
  /** By event id. */
  readonly heard: ReadonlyMap<string, ReceivedEvent>
  /** What no honest sender does: a wrong signature, one id with two bodies. */
  readonly faults: readonly string[]
  /** It takes requests in, and says nothing. */
  silent: boolean
  /** It keeps its answers back, until `letGo`. */
  keepsBack: boolean
  readonly keptBack: number
  letGo(): void
  close(): void
}

export async function openKillsReceiver(chance: () => number): Promise<KillsReceiver> {
  const heard = new Map<string, ReceivedEvent>()
  const faults: string[] = []
  const kept: (() => void)[] = []
  const server = createServer({ cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const raw = Buffer.concat(parts)
    const ours = createHmac("sha256", SECRET).update(raw).digest("hex")
    if (request.headers["x-service-signature"] !== ours) return void faults.push(`not signed: ${raw}`)
    const { event, data } = JSON.parse(raw.toString())
    const known = heard.get(event.id)
    if (known && known.raw !== raw.toString()) faults.push(`two bodies of ${event.id}`)
    if (known) known.times += 1
    else heard.set(event.id, { type: event.type, orderId: data.orderId, raw: raw.toString(), times: 1 })
    if (receiver.keepsBack) kept.push(() => response.writeHead(204).end())
    else if (!receiver.silent) setTimeout(() => response.writeHead(204).end(), chance() * ANSWERS_WITHIN_MS)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as { port: number }
  const receiver: KillsReceiver = {
    url: `https://127.0.0.1:${port}/hooks`,
    heard,
    faults,
    silent: false,
    keepsBack: false,
    get keptBack() {
      return kept.length
    },
    letGo() {
      receiver.keepsBack = false
      for (const answer of kept.splice(0)) answer()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
