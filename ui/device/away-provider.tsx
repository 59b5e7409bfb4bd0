/** Provides `useAway`: since when a request of this page has been waiting for the box. */
import { type ReactNode, useMemo, useSyncExternalStore } from "react"
import { AwayContextProvider } from "../box-away.tsx"
import { useFigures } from "../figures.tsx"
import { useBox } from "./box.tsx"

export function AwayProvider({ children }: { children: ReactNode }) {
  const { contact, now } = useBox()
  const { when } = useFigures()
  const waiting = useSyncExternalStore(contact.subscribe, contact.waiting)
  const away = useMemo(
    () => waiting && { since: when(waiting.since, now()), attempts: waiting.attempts },
    [waiting, when, now],
  )
  return <AwayContextProvider value={away}>{children}</AwayContextProvider>
}

/** Formatted time of the box's last answer; null if it has never answered this page. */
export function useLastAnswer(): string | null {
  const { contact, now } = useBox()
  const { when } = useFigures()
  const last = contact.lastAnswer()
  return last && when(last, now())
}
