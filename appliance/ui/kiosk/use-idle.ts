/** Measures how long nobody has touched the kiosk and applies the rules of `idle.ts`. */
import { useEffect, useState } from "react"
import { type Idle, idleOf, limitsIn } from "./idle.ts"
import type { Phase } from "./visit.ts"

const CHECK_MS = 250
const TOUCHES = ["pointerdown", "keydown", "touchmove", "wheel"] as const
const LIMITS = limitsIn(location.search)

export function useIdle(phase: Phase, onOver: () => void): Idle {
  const [idle, setIdle] = useState<Idle>({ is: "busy" })
  useEffect(() => {
    let since = Date.now()
    const touch = () => {
      since = Date.now()
    }
    const check = () => {
      const now = idleOf(phase, Date.now() - since, LIMITS)
      if (now.is === "over") {
        touch()
        onOver()
      }
      setIdle((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
    }
    for (const name of TOUCHES) window.addEventListener(name, touch, { passive: true })
    const timer = setInterval(check, CHECK_MS)
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, touch)
      clearInterval(timer)
    }
  }, [phase, onOver])
  return idle
}
