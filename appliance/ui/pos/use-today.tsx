/** The day as the box tells it, kept fresh: nothing on the page is older than a few seconds without saying so. */
import { createContext, type ReactNode, useContext, useMemo } from "react"
import { readToday } from "../../../protocol/http/register.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import type { Today } from "./today.ts"

const NUDGES = ["orders", "day", "menu", "printers", "hub"]

interface TodayView {
  /** The last answer; null until the first. */
  readonly today: Today | null
  readonly reachable: boolean
  /** When the box last answered, by its own clock. */
  readonly answeredAt: string | null
  /** Asks now, after something has changed. */
  readonly refresh: () => Promise<void>
  readonly boxNow: () => string
}

const TodayContext = createContext<TodayView | null>(null)

export function TodayProvider({ children }: { children: ReactNode }) {
  const { now: boxNow } = useBox()
  const { data: today, reachable, answeredAt, refresh } = useSnapshot(readToday, { on: NUDGES })
  const value = useMemo<TodayView>(
    () => ({ today, reachable, answeredAt, refresh, boxNow }),
    [today, reachable, answeredAt, refresh, boxNow],
  )
  return <TodayContext value={value}>{children}</TodayContext>
}

export function useToday(): TodayView {
  const view = useContext(TodayContext)
  if (!view) throw new Error("useToday stands outside its TodayProvider")
  return view
}
