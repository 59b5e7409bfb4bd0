/** Asks again every so often while something on the page is still on its way. */
import { useEffect } from "react"

/** For a page that stays open and speaks of now, not of when it was opened. */
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
    // Each question waits for the answer to the one before, which would come too late otherwise: where a hub is slow, for ever.
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
