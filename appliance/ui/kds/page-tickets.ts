/** Puts tickets into columns and columns on pages, oldest first, so that what does not fit is counted and never cut off. Pure. */
import type { ShownTicket } from "../../../protocol/shapes/ticket.ts"

/** The heights are those of `kds.css`, in pixels. */
export const COLUMN_WIDTH = 300
const GAP = 12
const FRAME = 176
const LINE = 56
const EXTRA = 28
/** Words that fit on one row of a line's extra. */
const EXTRA_CHARS = 26
const NOTICE = 76

export interface Room {
  readonly width: number
  readonly height: number
}

/** Columns of tickets for each page. */
export type Pages = readonly (readonly (readonly ShownTicket[])[])[]

export function pageTickets(tickets: readonly ShownTicket[], { width, height }: Room): Pages {
  const columns: ShownTicket[][] = []
  let left = 0
  for (const ticket of tickets) {
    const needed = heightOf(ticket) + GAP
    if (columns.length === 0 || needed > left) {
      columns.push([])
      left = height
    }
    columns.at(-1)?.push(ticket)
    left -= needed
  }
  const across = Math.max(1, Math.floor((width + GAP) / (COLUMN_WIDTH + GAP)))
  const pages = Array.from({ length: Math.ceil(columns.length / across) }, (_, page) =>
    columns.slice(page * across, (page + 1) * across),
  )
  return pages.length === 0 ? [[]] : pages
}

/** How many tickets lie on the pages before and after the one that is shown. */
export function hiddenBy(pages: Pages, page: number): { before: number; after: number } {
  const count = (some: Pages) => some.flat(2).length
  return { before: count(pages.slice(0, page)), after: count(pages.slice(page + 1)) }
}

function heightOf({ lines, order, voids, recalledAt }: ShownTicket): number {
  const words = lines.flatMap(({ modifiers, notes }) => [...modifiers.map(({ name }) => name), notes ?? ""])
  const extras = [...words, order.notes ?? ""].filter((text) => text !== "")
  const rows = extras.reduce((sum, text) => sum + Math.ceil(text.length / EXTRA_CHARS), 0)
  const notices = (voids.length > 0 ? 1 : 0) + (recalledAt ? 0.5 : 0)
  return FRAME + lines.length * LINE + rows * EXTRA + notices * NOTICE
}
