/** Reads again at an interval while `isMoving`. */
import { useEffect } from "react"

/** Interval for pages that always show the current state. */
export const READ_EVERY_MS = 30_000
const MOVING_EVERY_MS = 1_500

export function useRefresh(again: () => Promise<void>, isMoving: boolean, everyMs = MOVING_EVERY_MS): void {
  useEffect(() => {
    if (!isMoving) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      timer = setTimeout(readOnce, everyMs)
    }
    // The next read begins after the answer. Otherwise a slow hub's answers would always be outdated.
    const readOnce = async () => {
      await again()
      if (!isOver) schedule()
    }
    schedule()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [again, isMoving, everyMs])
}
