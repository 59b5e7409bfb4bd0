/** How much room a part of the screen has, also after the screen was turned. */
import { type RefObject, useEffect, useRef, useState } from "react"
import type { Room } from "./page-tickets.ts"

const FIRST: Room = { width: 1280, height: 640 }

export function useRoom(): { ref: RefObject<HTMLDivElement | null>; room: Room } {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>(FIRST)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setRoom({ width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, room }
}
