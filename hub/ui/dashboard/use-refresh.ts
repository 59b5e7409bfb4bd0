/** Reads again at an interval while `isMoving`. */
import { useEffect } from "react"

/** Interval for pages that always show the current state. */
export const READ_EVERY_MS = 30_000
const LOOK_EVERY_MS = 1_500

export function useRefresh(again: () => Promise<void>, isMoving: boolean, everyMs = LOOK_EVERY_MS): void {
  useEffect(() => {
    if (!isMoving) return
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const arm = () => {
      timer = setTimeout(look, everyMs)
    }
    // The next read begins after the answer. Otherwise a slow hub's answers would always be outdated.
    const look = async () => {
      await again()
      if (!over) arm()
    }
    arm()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [again, isMoving, everyMs])
}
