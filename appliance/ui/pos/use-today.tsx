/** The register's state from the box, kept up to date. */
import { createContext, type ReactNode, useContext, useMemo } from "react"
import { readToday } from "../../../protocol/http/register.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import type { Today } from "./today.ts"

const TOPICS = ["orders", "day", "menu", "printers", "hub"]

interface TodayView {
  /** Null until the first answer. */
  readonly today: Today | null
  readonly reachable: boolean
  /** Time of the last answer, by the box's clock. */
  readonly answeredAt: string | null
  /** Reads now, after an action on this page. */
  readonly refresh: () => Promise<void>
  readonly boxNow: () => string
}

const TodayContext = createContext<TodayView | null>(null)

export function TodayProvider({ children }: { children: ReactNode }) {
  const { now: boxNow } = useBox()
  const { data: today, reachable, answeredAt, refresh } = useSnapshot(readToday, { on: TOPICS })
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
