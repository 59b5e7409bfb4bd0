/** Computes a ticket's height and splits one that is higher than the screen into parts, each with the ticket's head. Pure. */
import type { ShownTicket, TicketLine } from "../../../protocol/shapes/ticket.ts"

/** In pixels; `ticket-card.css` draws the same heights. */
const HEAD = 132
/** Head of a continued part: one row. */
const SHORT_HEAD = 78
/** The buttons, in the last part. */
const BUTTONS = 72
/** The row "continued". */
const CONTINUED = 36
/** The row with the ticket's state. */
const MARKS = 24
const LINE = 58
const LINE_PADDING = 14
const NAME_ROW = 26
const EXTRA_ROW = 24
/** Characters that always fit on one row. */
const NAME_CHARS = 16
const EXTRA_CHARS = 22
const NOTICE = 60
/** A part with fewer lines would waste room on its head. */
const PART_LINES_MIN = 2

export interface TicketPart {
  readonly ticket: ShownTicket
  /** Lines of this part. */
  readonly lines: readonly TicketLine[]
  /** Index of the part, from 0. */
  readonly at: number
  readonly of: number
}

/** Not split if it fits, or if the screen is too low for heads and lines; then the ticket scrolls. */
export function partsOf(ticket: ShownTicket, height: number): TicketPart[] {
  const whole = [{ ticket, lines: ticket.lines, at: 0, of: 1 }]
  if (HEAD + marksOf(ticket) + heightOfLines(ticket.lines) + BUTTONS <= height) return whole
  const groups: TicketLine[][] = []
  let rest = ticket.lines
  while (rest.length > 0) {
    const head = groups.length === 0 ? HEAD + marksOf(ticket) : SHORT_HEAD
    const isLast = head + heightOfLines(rest) + BUTTONS <= height
    const taken = isLast ? rest.length : linesWithin(rest, height - head - CONTINUED)
    if (!isLast && taken < PART_LINES_MIN) return whole
    groups.push(rest.slice(0, taken))
    rest = rest.slice(taken)
  }
  return groups.map((lines, at) => ({ ticket, lines, at, of: groups.length }))
}

/** Counts the lines that fit. One line is left for the part with the buttons. */
function linesWithin(lines: readonly TicketLine[], height: number): number {
  let left = height
  const fit = lines.findIndex((line) => {
    left -= heightOfLine(line)
    return left < 0
  })
  return Math.min(fit < 0 ? lines.length : fit, lines.length - 1)
}

export function heightOf({ ticket, lines, at, of }: TicketPart): number {
  const { order, startedAt, recalledAt } = ticket
  const marked = startedAt !== null || recalledAt !== null || order.notes !== null
  const marks = marked ? marksOf(ticket) : marksOf(ticket) - MARKS
  return (at === 0 ? HEAD + marks : SHORT_HEAD) + heightOfLines(lines) + (at === of - 1 ? BUTTONS : CONTINUED)
}

/** Includes the row of a started ticket, so that nothing moves when it is started. */
function marksOf({ order, voids }: ShownTicket): number {
  return MARKS + rowsOf(order.notes ?? "", EXTRA_CHARS) * EXTRA_ROW + (voids.length > 0 ? NOTICE : 0)
}

function heightOfLines(lines: readonly TicketLine[]): number {
  return lines.reduce((sum, line) => sum + heightOfLine(line), 0)
}

/** Height of a line's text, at least high enough to tap. */
function heightOfLine({ name, modifiers, notes }: TicketLine): number {
  const extras = [...modifiers.map((modifier) => modifier.name), notes ?? ""]
  const written = extras.reduce((sum, text) => sum + rowsOf(text, EXTRA_CHARS) * EXTRA_ROW, 0)
  return Math.max(LINE, LINE_PADDING + rowsOf(name, NAME_CHARS) * NAME_ROW + written)
}

/** Breaks between words, as a browser does. */
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
