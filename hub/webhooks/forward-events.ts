/** Follows a hub's event feed as an integrator would, and posts each event, signed, to a local address. */

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
  /** The address that receives the events. */
  readonly url: string
  readonly secret: string
  readonly type?: string | undefined
  /** Where to start. Now, if left out. */
  readonly from?: string | undefined
  readonly tell: ForwardedEvent
}

/** Progress that is shown to the user. */
interface ForwardedEvent {
  forwarded(event: Forwarded, attempt: Attempt): void
  /** The hub cannot be reached, or can be reached again. */
  silent(why: string): void
  back(): void
}

/** Where to start or continue. */
interface Place {
  readonly from?: string | undefined
  readonly after?: string
}

type Followed = ResultOf<typeof followEvents>

/** Runs until the signal. Returns the reason if it can never continue. */
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

/** Posts one event, first or again: its own id and body, signed with the current time. */
export function forward(
  { sender, clock, url, secret }: Pick<ForwardDeps, "sender" | "clock" | "url" | "secret">,
  { eventId, payload }: Forwarded,
  signal: AbortSignal,
): Promise<Attempt> {
  const body = Buffer.from(JSON.stringify(payload))
  const headers = signedHeaders({ eventId, body, secrets: [secret], at: new Date(clock.ms()) })
  return sender.send({ url, headers, body }, signal)
}

/** The hub's time in seconds, because this machine's clock may be wrong. */
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
