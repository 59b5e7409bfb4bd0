/** What the box says of one thing, kept fresh on the screen: nothing is older than a few seconds without saying so. */
import { useCallback, useEffect, useState } from "react"
import type { AskOf, SuccessOf } from "../../protocol/client/index.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import type { Misfortune } from "../explain.ts"
import { useBox } from "./box.tsx"

const POLL_MS = 800
const TIMEOUT_MS = 2_000
/** One lost answer is no outage. */
const MISSED_MAX = 2

export interface Snapshot<Data> {
  /** The last answer; null until the first. */
  readonly data: Data | null
  /** The box answers. */
  readonly reachable: boolean
  /** When the box last answered, by its own clock. */
  readonly answeredAt: string | null
  /** Why the last question had no answer. */
  readonly trouble: Misfortune | null
  /** Asks now, after something has changed. */
  readonly refresh: () => Promise<void>
}

interface Held<Data> {
  readonly data: Data | null
  readonly answeredAt: string | null
  readonly missed: number
  readonly trouble: Misfortune | null
}

interface SnapshotOptions<E extends Endpoint> {
  /** The nudges after which it is read again at once (`orders`, `tickets`, `menu`, …); a constant of the module. */
  readonly on: readonly string[]
  /** Parameters and query; kept by the caller in a constant or a memo. */
  readonly ask?: AskOf<E>
}

const NOTHING = {}

export function useSnapshot<const E extends Endpoint>(
  endpoint: E,
  { ask = NOTHING as AskOf<E> }: SnapshotOptions<E>,
): Snapshot<SuccessOf<E>["data"]> {
  type Data = SuccessOf<E>["data"]
  const { client, now, hearNow } = useBox()
  const [held, setHeld] = useState<Held<Data>>({ data: null, answeredAt: null, missed: 0, trouble: null })
  const refresh = useCallback(async () => {
    const answer = await client.call(endpoint, ask, { timeoutMs: TIMEOUT_MS })
    if (!answer.ok) return setHeld((before) => ({ ...before, missed: before.missed + 1, trouble: answer }))
    const { data } = answer as SuccessOf<E>
    const said = clockIn(data)
    if (said) hearNow(said)
    setHeld({ data, answeredAt: said ?? now(), missed: 0, trouble: null })
  }, [client, endpoint, ask, now, hearNow])
  usePoll(refresh)
  const { data, answeredAt, missed, trouble } = held
  return { data, reachable: missed < MISSED_MAX, answeredAt, trouble, refresh }
}

/** A snapshot that says `now` sets the screen's idea of the box's clock. */
function clockIn(data: unknown): string | null {
  const now = typeof data === "object" && data !== null && "now" in data ? data.now : null
  return typeof now === "string" ? now : null
}

/** The next question follows the last answer, so that a slow box is not asked twice at once. */
function usePoll(ask: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const round = async () => {
      await ask()
      if (!over) timer = setTimeout(round, POLL_MS)
    }
    void round()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [ask])
}
