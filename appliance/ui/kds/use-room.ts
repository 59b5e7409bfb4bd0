/** How much room a part of the screen has, also after the screen was turned. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import type { Room } from "./page-tickets.ts"

const FIRST: Room = { width: 1280, height: 640 }

export function useRoom(): { ref: RefObject<HTMLDivElement | null>; room: Room } {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>(FIRST)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const lent = element.closest(".kds")?.querySelector<HTMLElement>(".kds-fault")?.offsetHeight ?? 0
      setRoom({ width: element.clientWidth, height: element.clientHeight, lent })
    }
    // Before anything is seen: what hangs does not jump.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, room }
}
