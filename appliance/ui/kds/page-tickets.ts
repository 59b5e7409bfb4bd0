/** Puts tickets into columns and columns on pages, the oldest on the first, so that what does not fit is counted and never cut off. Pure. */
import type { ShownTicket, TicketLine } from "../../../protocol/shapes/ticket.ts"

/** The heights are those of `kds.css`, in pixels. */
export const COLUMN_WIDTH = 300
const GAP = 12
const FRAME = 204
/** The row that says what was done with it. */
const MARKS = 24
const LINE = 58
const LINE_PADDING = 14
const NAME_ROW = 26
const EXTRA_ROW = 24
/** Letters that surely fit on one row. */
const NAME_CHARS = 16
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
  let pages = hang(tickets, across, height)
  for (let lower = height - STEP; lower > 0 && pages.length === 1; lower -= STEP) {
    const wider = hang(tickets, across, lower)
    if (wider.length > 1) break
    pages = wider
  }
  return pages
}

/**
 * One that is higher than its column has a column of its own, and scrolls in it. What comes after it goes on below what stood before it: of
 * two columns that with more room is filled. A page is over once a ticket begins no column on it, so none hangs before an older one that is not seen.
 */
function hang(tickets: readonly ShownTicket[], across: number, height: number): ShownTicket[][][] {
  let page: ShownTicket[][] = []
  const pages = [page]
  let open = { column: [] as ShownTicket[], left: 0 }
  for (const ticket of tickets) {
    const needed = heightOf(ticket) + GAP
    if (page.length > 0 && needed <= open.left) {
      open.column.push(ticket)
      open.left -= needed
      continue
    }
    const isFull = page.length === across
    if (isFull) {
      page = []
      pages.push(page)
    }
    const next = { column: [ticket], left: height + GAP - needed }
    page.push(next.column)
    if (isFull || page.length === 1 || next.left >= open.left) open = next
  }
  return pages
}

/** How many tickets lie on the pages before and after the one that is shown. */
export function hiddenBy(pages: Pages, page: number): { before: number; after: number } {
  const count = (some: Pages) => some.flat(2).length
  return { before: count(pages.slice(0, page)), after: count(pages.slice(page + 1)) }
}

function heightOf({ lines, order, voids, startedAt, recalledAt }: ShownTicket): number {
  const marked = startedAt !== null || recalledAt !== null || order.notes !== null
  const notice = voids.length > 0 ? NOTICE : 0
  const notes = rowsOf(order.notes ?? "", EXTRA_CHARS) * EXTRA_ROW
  return FRAME + lines.reduce((sum, line) => sum + heightOfLine(line), 0) + (marked ? MARKS : 0) + notes + notice
}

/** What is written in it, and never lower than a finger. */
function heightOfLine({ name, modifiers, notes }: TicketLine): number {
  const extras = [...modifiers.map((modifier) => modifier.name), notes ?? ""]
  const written = extras.reduce((sum, text) => sum + rowsOf(text, EXTRA_CHARS) * EXTRA_ROW, 0)
  return Math.max(LINE, LINE_PADDING + rowsOf(name, NAME_CHARS) * NAME_ROW + written)
}

/** As a browser breaks it: between words. */
function rowsOf(text: string, chars: number): number {
  let rows = 0
  let left = 0
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const fits = word.length + 1 <= left
    if (!fits) rows += Math.ceil(word.length / chars)
    left = (fits ? left : chars) - word.length - (fits ? 1 : 0)
  }
  return rows
}
