/** Arranges tickets in columns and pages, oldest first. Tickets that do not fit are on other pages, never cut off. Pure. */
import type { ShownTicket } from "../../../protocol/shapes/ticket.ts"
import { heightOf, partsOf, type TicketPart } from "./split-ticket.ts"

/** In pixels, as in `station-screen.css`. */
const COLUMN_WIDTH = 300
const GAP = 12
/** Height of the row that turns the pages, with the gap above it. */
const PAGE_BUTTONS = 76
/** Step of the search for the lowest height in which everything fits. */
const STEP = 40

export interface Room {
  readonly width: number
  readonly height: number
  /** Height that a fault message above takes for a while. Default 0. */
  readonly faultHeight?: number
}

/** Pages of columns of tickets or parts of tickets. */
export type Pages = readonly (readonly (readonly TicketPart[])[])[]

/** A ticket on a page, with the lines that are visible there. */
export type TicketOnPage = Pick<ShownTicket, "lines"> & { readonly ticket: ShownTicket }

/**
 * Places tickets side by side while there is room, and below each other only when there is none. With more than one page, room is left for the
 * page buttons. A ticket higher than the screen continues in the next column. Where it is split depends on the ticket alone, so lines do not
 * move when other tickets arrive, when it is started, or when a fault message is shown; the columns then scroll by the message's height.
 */
export function pageTickets(tickets: readonly ShownTicket[], room: Room): Pages {
  const across = Math.max(1, Math.floor((room.width + GAP) / (COLUMN_WIDTH + GAP)))
  const lower = room.height - PAGE_BUTTONS
  const partHeight = across === 1 ? Number.POSITIVE_INFINITY : lower + (room.faultHeight ?? 0)
  const parts = tickets.flatMap((ticket) => partsOf(ticket, partHeight))
  const pages = inPages(parts, across, room.height)
  return pages.length === 1 ? pages : inPages(parts, across, lower)
}

function inPages(parts: readonly TicketPart[], across: number, height: number): Pages {
  let pages = placeInColumns(parts, across, height)
  for (let lower = height - STEP; lower > 0 && pages.length === 1; lower -= STEP) {
    const wider = placeInColumns(parts, across, lower)
    if (wider.length > 1) break
    pages = wider
  }
  return pages
}

/**
 * A part higher than its column gets a column of its own and scrolls there. A continued part starts a new column. Later tickets fill the
 * column with more room, either before or after the long ticket. A page ends once a ticket begins on the next one, so that no ticket is
 * shown before an older one.
 */
function placeInColumns(parts: readonly TicketPart[], across: number, height: number): TicketPart[][][] {
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

/** Tickets of a page in the order in which keys select and bump them. */
export function ticketsOn(columns: Pages[number]): TicketOnPage[] {
  const found = new Map<string, TicketOnPage>()
  for (const { ticket, lines } of columns.flat()) {
    const before = found.get(ticket.ticketId)?.lines ?? []
    found.set(ticket.ticketId, { ticket, lines: [...before, ...lines] })
  }
  return [...found.values()]
}

/** Counts tickets that are, whole or in part, on earlier and later pages. */
export function hiddenBy(pages: Pages, page: number): { before: number; after: number } {
  const count = (some: Pages) => ticketsOn(some.flat()).length
  return { before: count(pages.slice(0, page)), after: count(pages.slice(page + 1)) }
}
