/** Sends one request at a time: whether it is pending, and why the last one failed or this one waits. */
import { useCallback, useRef, useState } from "react"
import type { NoAnswer, Refused } from "../protocol/client/index.ts"
import { useAway } from "./box-away.tsx"
import type { RequestError } from "./explain.ts"

interface Success {
  readonly ok: true
  readonly data: unknown
}

interface PendingRequest {
  readonly pending: boolean
  readonly error: RequestError | null
  /** Returns null after a refusal, without an answer, or while another request is pending. */
  readonly request: <S extends Success>(send: () => Promise<S | Refused | NoAnswer>) => Promise<S | null>
}

const BOX_AWAY = { ok: false, offline: true, why: "away" } as const

export function useRequest(): PendingRequest {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<RequestError | null>(null)
  const busy = useRef(false)
  const away = useAway()
  const request = useCallback(async <S extends Success>(send: () => Promise<S | Refused | NoAnswer>) => {
    if (busy.current) return null
    busy.current = true
    setPending(true)
    const answer = await send()
    busy.current = false
    setPending(false)
    setError(answer.ok ? null : answer)
    return answer.ok ? answer : null
  }, [])
  return { pending, error: pending && away ? { ...BOX_AWAY, since: away.since } : error, request }
}
