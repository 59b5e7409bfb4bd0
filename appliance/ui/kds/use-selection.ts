/** The page, and the ticket and line that are selected with a bump bar. */
import { useState } from "react"
import type { TicketOnPage } from "./page-tickets.ts"

export interface Selection {
  readonly ticketId: string | null
  readonly lineId: string | null
}

export interface Chooser {
  readonly choice: Selection
  readonly page: number
  readonly turn: (by: number) => void
  readonly move: (by: 1 | -1) => void
  readonly line: (by: 1 | -1) => void
  readonly clear: () => void
}

const NOTHING: Selection = { ticketId: null, lineId: null }

/** `onPage` returns a page's tickets; `pages` is the number of pages. */
export function useSelection(onPage: (page: number) => readonly TicketOnPage[], pages: number): Chooser {
  const [choice, setChoice] = useState<Selection>(NOTHING)
  const [wanted, setPage] = useState(0)
  const page = Math.min(wanted, pages - 1)
  const tickets = onPage(page)
  const index = tickets.findIndex(({ ticket }) => ticket.ticketId === choice.ticketId)
  return {
    choice,
    page,
    turn: (by) => {
      setChoice(NOTHING)
      setPage(Math.max(0, Math.min(pages - 1, page + by)))
    },
    move: (by) => {
      const next =
        tickets[index < 0 ? (by > 0 ? 0 : tickets.length - 1) : (index + by + tickets.length) % tickets.length]
      if (next) setChoice({ ticketId: next.ticket.ticketId, lineId: null })
    },
    line: (by) => {
      const shown = tickets[Math.max(index, 0)]
      if (!shown) return
      const { ticket, lines } = shown
      const at = lines.findIndex(({ lineId }) => lineId === choice.lineId)
      const next = at < 0 ? (by > 0 ? 0 : lines.length - 1) : at + by
      setChoice({ ticketId: ticket.ticketId, lineId: lines[next]?.lineId ?? null })
    },
    clear: () => setChoice(NOTHING),
  }
}
