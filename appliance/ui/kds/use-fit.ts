/** How many items of a wrapped list have room, measured, also after the screen was turned: the rest is told as a number, and none is cut through. */
import { type RefObject, useLayoutEffect, useRef, useState } from "react"

/** Parts of a pixel that an item may stand out by where letters are scaled. */
const TOLERANCE = 1

export function useFit(): { ref: RefObject<HTMLUListElement | null>; fits: number } {
  const ref = useRef<HTMLUListElement>(null)
  const [fits, setFits] = useState(0)
  // After each rendering, as the items may be others.
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const measure = () => setFits(howManyFit(list))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  })
  return { ref, fits }
}

function howManyFit(list: HTMLElement): number {
  const end = list.getBoundingClientRect().bottom + TOLERANCE
  const items = [...list.children]
  const firstOut = items.findIndex((item) => item.getBoundingClientRect().bottom > end)
  return firstOut === -1 ? items.length : firstOut
}
