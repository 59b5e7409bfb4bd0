/** Moves the focus with the arrow keys among the buttons of a row or a grid, by their position on the screen. */
import type { KeyboardEvent } from "react"

const SAME_PX = 4

export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")]
  const from = buttons.findIndex((button) => button.matches(":focus"))
  const target = from < 0 ? null : targetOf(event.key, buttons, from)
  if (!target) return
  event.preventDefault()
  target.focus()
}

function targetOf(key: string, buttons: readonly HTMLElement[], from: number): HTMLElement | null {
  switch (key) {
    case "ArrowRight":
      return buttons[from + 1] ?? null
    case "ArrowLeft":
      return buttons[from - 1] ?? null
    case "Home":
      return buttons[0] ?? null
    case "End":
      return buttons.at(-1) ?? null
    case "ArrowDown":
      return inNextRow(buttons, from, 1)
    case "ArrowUp":
      return inNextRow(buttons, from, -1)
    default:
      return null
  }
}

/** The nearest button of the next row (1) or the previous one (-1). */
function inNextRow(buttons: readonly HTMLElement[], from: number, way: 1 | -1): HTMLElement | null {
  const here = buttons[from]?.getBoundingClientRect()
  if (!here) return null
  const boxes = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }))
  const beyond = boxes.filter(({ box }) => (box.top - here.top) * way > SAME_PX)
  const row = Math.min(...beyond.map(({ box }) => Math.abs(box.top - here.top)))
  const inRow = beyond.filter(({ box }) => Math.abs(Math.abs(box.top - here.top) - row) <= SAME_PX)
  const nearest = inRow.sort((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left))
  return nearest[0]?.button ?? null
}
