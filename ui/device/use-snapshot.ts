/** Reads one endpoint of the box and keeps its answer up to date; reports when the data may be old. */
import { useCallback, useEffect, useRef, useState } from "react"
import type { RequestOptionsOf, SuccessOf } from "../../protocol/client/index.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { CHANGES_HEADER, readChanges } from "../../protocol/mqtt/lan-changes.ts"
import { useBox } from "./box.tsx"
import { keepSnapshot, NOT_YET, type SnapshotState, type StoredSnapshot } from "./keep-snapshot.ts"
import { useLive } from "./live.tsx"

const TIMEOUT_MS = 2_000

export interface Snapshot<Data> extends SnapshotState<Data> {
  /** Reads now, after an action on this page. */
  readonly refresh: () => Promise<void>
  /** The same; returns whether the box answered. */
  readonly readAgain: () => Promise<boolean>
}

interface SnapshotOptions<E extends Endpoint> {
  /** Topics of the change notices after which it is read again (`orders`, `menu`, …); must be a constant. */
  readonly on: readonly string[]
  /** Parameters and query; must be a constant or a memo. */
  readonly options?: RequestOptionsOf<E>
}

const NOTHING = {}

export function useSnapshot<const E extends Endpoint>(
  endpoint: E,
  { on, options = NOTHING as RequestOptionsOf<E> }: SnapshotOptions<E>,
): Snapshot<SuccessOf<E>["data"]> {
  type Data = SuccessOf<E>["data"]
  const { client, now, setNow } = useBox()
  const live = useLive()
  const [state, setState] = useState<SnapshotState<Data>>(NOT_YET)
  const stored = useRef<StoredSnapshot | null>(null)
  useEffect(() => {
    const read = async () => {
      const answer = await client.call(endpoint, options, { timeoutMs: TIMEOUT_MS })
      if (!answer.ok) return { error: answer }
      const { data, headers } = answer as SuccessOf<E>
      const boxNow = boxTimeIn(data)
      if (boxNow) setNow(boxNow)
      return { reading: { data: data as Data, at: boxNow ?? now(), changes: readChanges(headers[CHANGES_HEADER]) } }
    }
    const snapshot = keepSnapshot<Data>({ read, live, on, onState: setState })
    stored.current = snapshot
    return snapshot.stop
  }, [client, now, setNow, live, endpoint, options, on])
  const readAgain = useCallback(async () => (await stored.current?.refresh()) ?? false, [])
  const refresh = useCallback(async () => void (await readAgain()), [readAgain])
  return { ...state, refresh, readAgain }
}

/** The box's time, if the answer has it as `now`. */
function boxTimeIn(data: unknown): string | null {
  const now = typeof data === "object" && data !== null && "now" in data ? data.now : null
  return typeof now === "string" ? now : null
}
