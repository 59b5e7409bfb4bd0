/** Puts tickets into columns and columns on pages, oldest first, so that what does not fit is counted and never cut off. Pure. */
import type { ShownTicket } from "../../../protocol/shapes/ticket.ts"

/** The heights are those of `kds.css`, in pixels. */
export const COLUMN_WIDTH = 300
const GAP = 12
const FRAME = 236
const LINE = 58
const NAME_ROW = 26
const EXTRA_ROW = 24
/** Letters that fit on one row. */
const NAME_CHARS = 15
const EXTRA_CHARS = 22
const NOTICE = 60
/** What the row takes that turns the pages, with the gap above it. */
const TURNER = 76
/** How finely the lowest height is looked for in which everything fits. */
const STEP = 40

export interface Room {
  readonly width: number
  readonly height: number
}

/** Columns of tickets for each page. */
export type Pages = readonly (readonly (readonly ShownTicket[])[])[]

/** Tickets hang side by side while there is room, and below each other only when there is none. More than one page leaves room to turn. */
export function pageTickets(tickets: readonly ShownTicket[], room: Room): Pages {
  const pages = inPages(tickets, room)
  return pages.length === 1 ? pages : inPages(tickets, { ...room, height: room.height - TURNER })
}

function inPages(tickets: readonly ShownTicket[], { width, height }: Room): Pages {
  const across = Math.max(1, Math.floor((width + GAP) / (COLUMN_WIDTH + GAP)))
  let columns = inColumns(tickets, height)
  for (let lower = height - STEP; lower > 0; lower -= STEP) {
    const wider = inColumns(tickets, lower)
    if (wider.length > across) break
    columns = wider
  }
  const pages = Array.from({ length: Math.ceil(columns.length / across) }, (_, page) =>
    columns.slice(page * across, (page + 1) * across),
  )
  return pages.length === 0 ? [[]] : pages
}

/** One that is higher than its column has a column of its own, and scrolls in it. */
function inColumns(tickets: readonly ShownTicket[], height: number): ShownTicket[][] {
  const columns: ShownTicket[][] = []
  let left = 0
  for (const ticket of tickets) {
    const needed = heightOf(ticket) + GAP
    if (columns.length === 0 || needed > left) {
      columns.push([])
      left = height + GAP
    }
    columns.at(-1)?.push(ticket)
    left -= needed
  }
  return columns
}

/** How many tickets lie on the pages before and after the one that is shown. */
export function hiddenBy(pages: Pages, page: number): { before: number; after: number } {
  const count = (some: Pages) => some.flat(2).length
  return { before: count(pages.slice(0, page)), after: count(pages.slice(page + 1)) }
}

function heightOf({ lines, order, voids, recalledAt }: ShownTicket): number {
  const words = lines.flatMap(({ modifiers, notes }) => [...modifiers.map(({ name }) => name), notes ?? ""])
  const extras = rowsOf([...words, order.notes ?? ""], EXTRA_CHARS)
  const wrapped =
    rowsOf(
      lines.map(({ name }) => name),
      NAME_CHARS,
    ) - lines.length
  const notices = (voids.length > 0 ? 1 : 0) + (recalledAt ? 0.5 : 0)
  return FRAME + lines.length * LINE + wrapped * NAME_ROW + extras * EXTRA_ROW + notices * NOTICE
}

function rowsOf(texts: readonly string[], chars: number): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / chars), 0)
}
