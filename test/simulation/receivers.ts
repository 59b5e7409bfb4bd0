/** Those who are told of events: they take them, are away, or take them and their answer is lost; and remember what they heard. */
import type { Attempt, Sender } from "../../hub/webhooks/send.ts"
import type { World } from "./world.ts"

const AWAY_MS = { low: 2_000, high: 30_000 }
const LOOK_MS = { low: 5_000, high: 60_000 }

interface SaidEvent {
  readonly accountId: string
  readonly data: { readonly uid: number }
}

export interface ReceivedEvent {
  /** How often each event was taken, by its id. */
  readonly taken: ReadonlyMap<string, number>
  /** The same for answers that arrived. */
  readonly answered: ReadonlyMap<string, number>
  readonly bodies: ReadonlyMap<string, SaidEvent>
}

export interface Receivers {
  readonly sender: Sender
  /** By the address that it was sent to. */
  heardAt(url: string): ReceivedEvent
  /** Every message that anybody heard, repeats and all. */
  total(): number
}

export function createReceivers(world: World): Receivers {
  const byUrl = new Map<
    string,
    { taken: Map<string, number>; answered: Map<string, number>; bodies: Map<string, SaidEvent> }
  >()
  let awayUntil = 0
  let total = 0
  const of = (url: string) => {
    const known = byUrl.get(url) ?? { taken: new Map(), answered: new Map(), bodies: new Map() }
    byUrl.set(url, known)
    return known
  }
  const look = () => {
    if (world.isCalm()) return
    if (world.strikes("receiver away")) awayUntil = world.time() + world.random.between(AWAY_MS.low, AWAY_MS.high)
    world.after(world.untilTrouble(LOOK_MS), look)
  }
  look()
  return {
    heardAt: of,
    total: () => total,
    sender: {
      async send({ url, headers, body }): Promise<Attempt> {
        const attempt = {
          url,
          requestHeaders: headers,
          responseHeaders: null,
          responseBody: null,
          durationMs: 20,
          refused: false,
        }
        if (world.time() < awayUntil) return { ...attempt, status: null, error: "connection refused" }
        total += 1
        const said = JSON.parse(Buffer.from(body).toString())
        const { taken, answered, bodies } = of(url)
        taken.set(said.event.id, (taken.get(said.event.id) ?? 0) + 1)
        bodies.set(said.event.id, said)
        if (world.strikes("receiver's answer lost")) return { ...attempt, status: null, error: "no answer in time" }
        answered.set(said.event.id, (answered.get(said.event.id) ?? 0) + 1)
        return { ...attempt, status: 200, error: null }
      },
      close: () => undefined,
    },
  }
}
