/** The box's time, updated every second. */
import { useEffect, useState } from "react"
import { useBox } from "./box.tsx"

const TICK_MS = 1_000

export function useNow(): string {
  const { now } = useBox()
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return at
}
