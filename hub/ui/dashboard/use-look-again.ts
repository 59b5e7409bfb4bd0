/** Asks again every so often while something on the page is still on its way. */
import { useEffect } from "react"

const LOOK_EVERY_MS = 1_500

export function useLookAgain(again: () => Promise<void>, isMoving: boolean): void {
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => void again(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [again, isMoving])
}
