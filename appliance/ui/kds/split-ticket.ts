/** How high a ticket hangs, and where one that is higher than the screen goes on in the next column, under its head once more. Pure. */
import type { ShownTicket, TicketLine } from "../../../protocol/shapes/ticket.ts"

/** In pixels; `ticket-card.css` draws the same heights. */
const HEAD = 132
/** The head of a part that goes on: one row. */
const SHORT_HEAD = 78
/** The buttons, in the last part. */
const DO = 72
/** The row that says that it goes on. */
const GOES_ON = 36
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
/** A head over fewer lines would only take room. */
const PART_LINES_MIN = 2

export interface TicketPart {
  readonly ticket: ShownTicket
  /** In this part. */
  readonly lines: readonly TicketLine[]
  /** Which of its parts, from 0. */
  readonly at: number
  readonly of: number
}

/** Whole where it fits, or where so little does that heads would take the room of lines: then it scrolls. */
export function partsOf(ticket: ShownTicket, height: number): TicketPart[] {
  const whole = [{ ticket, lines: ticket.lines, at: 0, of: 1 }]
  if (HEAD + marksOf(ticket) + heightOfLines(ticket.lines) + DO <= height) return whole
  const groups: TicketLine[][] = []
  let rest = ticket.lines
  while (rest.length > 0) {
    const head = groups.length === 0 ? HEAD + marksOf(ticket) : SHORT_HEAD
    const isLast = head + heightOfLines(rest) + DO <= height
    const taken = isLast ? rest.length : linesWithin(rest, height - head - GOES_ON)
    if (!isLast && taken < PART_LINES_MIN) return whole
    groups.push(rest.slice(0, taken))
    rest = rest.slice(taken)
  }
  return groups.map((lines, at) => ({ ticket, lines, at, of: groups.length }))
}

/** How many lines fit; one is left for the part that has the buttons. */
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
  return (at === 0 ? HEAD + marks : SHORT_HEAD) + heightOfLines(lines) + (at === of - 1 ? DO : GOES_ON)
}

/** With the row that is there once it was started, so that nothing moves then. */
function marksOf({ order, voids }: ShownTicket): number {
  return MARKS + rowsOf(order.notes ?? "", EXTRA_CHARS) * EXTRA_ROW + (voids.length > 0 ? NOTICE : 0)
}

function heightOfLines(lines: readonly TicketLine[]): number {
  return lines.reduce((sum, line) => sum + heightOfLine(line), 0)
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
