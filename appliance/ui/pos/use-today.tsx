/** The day as the box tells it, asked again and again: nothing on the page is older than a few seconds without saying so. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import { readToday } from "../../../protocol/http/register.ts"
import { useBox } from "./box.tsx"
import type { Today } from "./today.ts"

const POLL_MS = 800
const TIMEOUT_MS = 2_000
/** One lost answer is no outage. */
const MISSED_MAX = 2

export interface TodayView {
  /** The last answer; null until the first. */
  readonly today: Today | null
  readonly reachable: boolean
  /** When the box last answered, by its own clock. */
  readonly answeredAt: string | null
  /** Asks now, after something has changed. */
  readonly refresh: () => Promise<void>
  /** The box's clock is the store's clock: a register whose own is wrong must not move a sale to another shift. */
  readonly boxNow: () => string
}

const TodayContext = createContext<TodayView | null>(null)

export function TodayProvider({ children }: { children: ReactNode }) {
  const { client } = useBox()
  const [today, setToday] = useState<Today | null>(null)
  const [missed, setMissed] = useState(0)
  const skewMs = useRef(0)
  const refresh = useCallback(async () => {
    const answer = await client.call(readToday, {}, { timeoutMs: TIMEOUT_MS })
    if (!answer.ok) return setMissed((before) => before + 1)
    skewMs.current = Date.parse(answer.data.now) - Date.now()
    setToday(answer.data)
    setMissed(0)
  }, [client])
  usePoll(refresh)
  const boxNow = useCallback(() => new Date(Date.now() + skewMs.current).toISOString(), [])
  const value = useMemo<TodayView>(
    () => ({ today, reachable: missed < MISSED_MAX, answeredAt: today?.now ?? null, refresh, boxNow }),
    [today, missed, refresh, boxNow],
  )
  return <TodayContext value={value}>{children}</TodayContext>
}

export function useToday(): TodayView {
  const view = useContext(TodayContext)
  if (!view) throw new Error("useToday stands outside its TodayProvider")
  return view
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
