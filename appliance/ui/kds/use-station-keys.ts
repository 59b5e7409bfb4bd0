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
  readonly deeds: TicketActions
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
      const deed = keyAction(event.key, latest.current.places)
      if (!deed || (event.key === "Enter" && isButton(event.target))) return
      event.preventDefault()
      pressKey(deed, latest.current)
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [])
}

function pressKey(deed: KeyAction, keys: StationKeys): void {
  const { onPage, chooser, deeds } = keys
  if (deed.kind === "bump_place") finish(onPage[deed.place], deeds)
  else if (deed.kind === "move") chooser.move(deed.by)
  else if (deed.kind === "line") chooser.line(deed.by)
  else if (deed.kind === "page") chooser.turn(deed.by)
  else if (deed.kind === "undo") keys.undo()
  else if (deed.kind === "mute") keys.mute()
  else if (deed.kind === "bump") bumpChosen(keys)
  else keys.toggle(deed.kind)
}

/** Acts on the selected line, else on the selected ticket. */
function bumpChosen({ onPage, chooser, deeds }: StationKeys): void {
  const { ticketId, lineId } = chooser.choice
  const ticket = onPage.find((one) => one.ticketId === ticketId)
  if (ticket && lineId !== null) deeds.line(ticket, lineId)
  else if (ticket) {
    chooser.clear()
    finish(ticket, deeds)
  }
}

/** The ticket's key: acknowledges a void ticket, bumps any other. */
function finish(ticket: ShownTicket | undefined, deeds: TicketActions): void {
  if (!ticket) return
  if (ticket.voids.length > 0) deeds.seen(ticket)
  else deeds.bump(ticket)
}
