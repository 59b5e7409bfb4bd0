/** Two taps for an action that cannot be undone. The first is forgotten after some seconds. */
import { useEffect, useState } from "react"

const PATIENCE_MS = 4_000

export function useConfirm(onConfirm: () => void): { asking: boolean; tap: () => void } {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!asking) return
    const timer = setTimeout(setAsking, PATIENCE_MS, false)
    return () => clearTimeout(timer)
  }, [asking])
  const tap = () => {
    setAsking(!asking)
    if (asking) onConfirm()
  }
  return { asking, tap }
}
