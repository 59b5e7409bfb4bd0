/** Puts tickets into columns and columns on pages, the oldest on the first, so that what does not fit is counted and never cut off. Pure. */
import type { ShownTicket } from "../../../protocol/shapes/ticket.ts"
import { heightOf, partsOf, type TicketPart } from "./split-ticket.ts"

/** In pixels, as in `station-screen.css`. */
const COLUMN_WIDTH = 300
const GAP = 12
/** What the row takes that turns the pages, with the gap above it. */
const TURNER = 76
/** How finely the lowest height is looked for in which everything fits. */
const STEP = 40

export interface Room {
  readonly width: number
  readonly height: number
  /** What a fault that is told above takes of it for a while; left out, nothing. */
  readonly lent?: number
}

/** Columns for each page, of tickets and parts of tickets. */
export type Pages = readonly (readonly (readonly TicketPart[])[])[]

/** A ticket of a page, with those of its lines that are seen on it. */
export type TicketOnPage = Pick<ShownTicket, "lines"> & { readonly ticket: ShownTicket }

/**
 * Tickets hang side by side while there is room, and below each other only when there is none. More than one page leaves room to turn. One
 * that is higher than the screen goes on in the next column; where it parts hangs on itself alone, so that no line moves for what comes
 * after it, nor when somebody starts it or a fault is told above: meanwhile its columns scroll by what that takes.
 */
export function pageTickets(tickets: readonly ShownTicket[], room: Room): Pages {
  const across = Math.max(1, Math.floor((room.width + GAP) / (COLUMN_WIDTH + GAP)))
  const lower = room.height - TURNER
  const partHeight = across === 1 ? Number.POSITIVE_INFINITY : lower + (room.lent ?? 0)
  const parts = tickets.flatMap((ticket) => partsOf(ticket, partHeight))
  const pages = inPages(parts, across, room.height)
  return pages.length === 1 ? pages : inPages(parts, across, lower)
}

function inPages(parts: readonly TicketPart[], across: number, height: number): Pages {
  let pages = hang(parts, across, height)
  for (let lower = height - STEP; lower > 0 && pages.length === 1; lower -= STEP) {
    const wider = hang(parts, across, lower)
    if (wider.length > 1) break
    pages = wider
  }
  return pages
}

/**
 * One that is higher than its column has a column of its own, and scrolls in it; where one goes on it begins the next column. What comes
 * after it goes on below what stood before it: of two columns that with more room is filled. A page is over once a ticket begins on the next
 * one, so none hangs before an older one that is not seen.
 */
function hang(parts: readonly TicketPart[], across: number, height: number): TicketPart[][][] {
  let page: TicketPart[][] = []
  const pages = [page]
  let open = { column: [] as TicketPart[], left: 0, page }
  for (const part of parts) {
    const needed = heightOf(part) + GAP
    if (page.length > 0 && needed <= open.left && part.at === 0) {
      open.column.push(part)
      open.left -= needed
      continue
    }
    const isFull = page.length === across
    if (isFull) {
      page = []
      pages.push(page)
    }
    const next = { column: [part], left: height + GAP - needed, page }
    page.push(next.column)
    if ((part.at === 0 && open.page !== page) || next.left >= open.left) open = next
  }
  return pages
}

/** The tickets of a page in the order in which they begin on it: as keys bump and choose them. */
export function ticketsOn(columns: Pages[number]): TicketOnPage[] {
  const found = new Map<string, TicketOnPage>()
  for (const { ticket, lines } of columns.flat()) {
    const before = found.get(ticket.ticketId)?.lines ?? []
    found.set(ticket.ticketId, { ticket, lines: [...before, ...lines] })
  }
  return [...found.values()]
}

/** How many tickets lie, whole or in part, on the pages before and after the one that is shown. */
export function hiddenBy(pages: Pages, page: number): { before: number; after: number } {
  const count = (some: Pages) => ticketsOn(some.flat()).length
  return { before: count(pages.slice(0, page)), after: count(pages.slice(page + 1)) }
}
