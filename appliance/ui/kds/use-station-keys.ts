/** A bump bar, or a keyboard, at a station's screen. */
import { useEffect, useRef } from "react"
import type { ShownTicket } from "../../../protocol/shapes/ticket.ts"
import { isButton, isField } from "../../../ui/use-keys.ts"
import { type KeyAction, keyAction } from "./bump-keys.ts"
import type { Panel } from "./station-tools.tsx"
import type { TicketActions } from "./ticket-card.tsx"
import type { Chooser } from "./use-selection.ts"

interface StationKeys {
  readonly places: string
  readonly onPage: readonly ShownTicket[]
  readonly chooser: Chooser
  readonly actions: TicketActions
  readonly undo: () => void
  readonly toggle: (panel: Panel) => void
  readonly mute: () => void
}

export function useStationKeys(keys: StationKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isField(event.target)) return
      const action = keyAction(event.key, latest.current.places)
      if (!action || (event.key === "Enter" && isButton(event.target))) return
      event.preventDefault()
      pressKey(action, latest.current)
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [])
}

function pressKey(action: KeyAction, keys: StationKeys): void {
  const { onPage, chooser, actions } = keys
  if (action.kind === "bump_place") finish(onPage[action.place], actions)
  else if (action.kind === "move") chooser.move(action.by)
  else if (action.kind === "line") chooser.line(action.by)
  else if (action.kind === "page") chooser.turn(action.by)
  else if (action.kind === "undo") keys.undo()
  else if (action.kind === "mute") keys.mute()
  else if (action.kind === "bump") bumpChosen(keys)
  else keys.toggle(action.kind)
}

/** Acts on the selected line, else on the selected ticket. */
function bumpChosen({ onPage, chooser, actions }: StationKeys): void {
  const { ticketId, lineId } = chooser.choice
  const ticket = onPage.find((one) => one.ticketId === ticketId)
  if (ticket && lineId !== null) actions.line(ticket, lineId)
  else if (ticket) {
    chooser.clear()
    finish(ticket, actions)
  }
}

/** The ticket's key: acknowledges a void ticket, bumps any other. */
function finish(ticket: ShownTicket | undefined, actions: TicketActions): void {
  if (!ticket) return
  if (ticket.voids.length > 0) actions.seen(ticket)
  else actions.bump(ticket)
}
