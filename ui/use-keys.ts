/** Handles keys anywhere on a screen, unless a dialog is open or the key was handled already. */
import { useEffect, useRef } from "react"

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || document.querySelector("[role=dialog]")) return
      current.current[event.key]?.(event)
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [])
}

export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
}

export function isButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, [role=tab]") !== null
}
