/** Follows the feed of a hub as an integrator would, and posts each event, signed, to an address near by. */

import type { Client, ResultOf } from "../../protocol/client/index.ts"
import { followEvents } from "../../protocol/http/events.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Attempt, Sender } from "./send.ts"
import { signedHeaders } from "./sign.ts"

const POLL_MS = 1_000
const SILENT_MS = 2_000
const PAGE_SIZE = 50

export interface Forwarded {
  readonly eventId: string
  readonly type: string
  readonly orderId: string | null
  readonly payload: unknown
}

export interface ForwardDeps {
  readonly client: Client
  readonly sender: Sender
  readonly clock: Clock
  /** Where the events go. */
  readonly url: string
  readonly secret: string
  readonly type?: string | undefined
  /** The first event's moment; from now on, unless said. */
  readonly from?: string | undefined
  readonly tell: ForwardedEvent
}

/** What is said while it goes on. */
interface ForwardedEvent {
  forwarded(event: Forwarded, attempt: Attempt): void
  /** The hub is silent, or there again. */
  silent(why: string): void
  back(): void
}

/** Where to begin, or where to go on. */
interface Place {
  readonly from?: string | undefined
  readonly after?: string
}

type Followed = ResultOf<typeof followEvents>

/** Ends when it is told to, or answers why it never can go on. */
export async function forwardEvents(deps: ForwardDeps, signal: AbortSignal): Promise<string | null> {
  const { client, tell } = deps
  const { type } = deps
  let place: Place = { from: deps.from }
  let isSilent = false
  while (!signal.aborted) {
    if (!place.after && !place.from) place = { from: await hubNow(deps) }
    const answer: Followed = await client.call(followEvents, { query: { ...place, type, size: PAGE_SIZE } })
    if (!answer.ok) {
      const why = answer.offline ? `no answer (${answer.why})` : `${answer.refused}: ${answer.message}`
      if (!answer.offline && answer.status < 429) return why
      if (!isSilent) tell.silent(why)
      isSilent = true
      await rest(SILENT_MS, signal)
      continue
    }
    if (isSilent) tell.back()
    isSilent = false
    for (const event of answer.data.events) {
      if (signal.aborted) return null
      tell.forwarded(event, await forward(deps, event, signal))
    }
    place = { after: answer.data.next }
    if (!answer.data.more) await rest(POLL_MS, signal)
  }
  return null
}

/** One event, again or for the first time: its own id and body, a signature of this moment. */
export function forward(
  { sender, clock, url, secret }: Pick<ForwardDeps, "sender" | "clock" | "url" | "secret">,
  { eventId, payload }: Forwarded,
  signal: AbortSignal,
): Promise<Attempt> {
  const body = Buffer.from(JSON.stringify(payload))
  const headers = signedHeaders({ eventId, body, secrets: [secret], at: new Date(clock.ms()) })
  return sender.send({ url, headers, body }, signal)
}

/** By the hub's own clock, to the second: this machine's may go wrong. */
async function hubNow({ client, clock }: ForwardDeps): Promise<string> {
  const answer = await client.call(followEvents, { query: { from: clock.iso(), size: 1 } })
  const said = answer.ok ? Date.parse(answer.headers.date ?? "") : Number.NaN
  return Number.isNaN(said) ? clock.iso() : new Date(said).toISOString()
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    signal.addEventListener("abort", done)
  })
}
