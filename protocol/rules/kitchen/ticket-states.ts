/** Changes of a kitchen ticket: start, bump (mark as done), recall, void, end. */
import { invalid, type Refusal, refuse } from "../../refusals.ts"
import type { Dispatch } from "../../shapes/kitchen.ts"
import type { OrderLine, OrderRecord } from "../../shapes/order.ts"
import type { Ticket, TicketActionBody, TicketLine } from "../../shapes/ticket.ts"

/** After this time a ticket that nobody bumped is no longer expected on a screen. */
const TICKET_LIFE_HOURS = 12
const HOUR_MS = 3_600_000

/** `open`: on its station's screen. `bumped`: done there, waiting for the handover. `ended`: on no screen. */
export type TicketState = "open" | "bumped" | "ended"

export function ticketOf(order: OrderRecord, dispatch: Dispatch): Ticket {
  const { eventId, station, at, lineIds } = dispatch
  return {
    ticketId: eventId,
    orderId: order.id,
    station,
    sentAt: at,
    lines: order.orderLines.filter(({ lineId }) => lineIds.includes(lineId)).map(lineOf),
    startedAt: null,
    bumpedLines: [],
    bumpedAt: null,
    recalledAt: null,
    voids: [],
    seenVoids: [],
    endedAt: null,
  }
}

/** Tickets sent after this moment are expected on a screen. */
export function expectedSince(now: string): string {
  return new Date(Date.parse(now) - TICKET_LIFE_HOURS * HOUR_MS).toISOString()
}

export function isExpected(sentAt: string, now: string): boolean {
  return sentAt > expectedSince(now)
}

export function ticketState({ endedAt, bumpedAt }: Ticket): TicketState {
  if (endedAt !== null) return "ended"
  return bumpedAt === null ? "open" : "bumped"
}

/** Lines that are not void. */
export function nonVoidLines({ lines, voids, seenVoids }: Ticket): TicketLine[] {
  return lines.filter(({ lineId }) => !voids.includes(lineId) && !seenVoids.includes(lineId))
}

/** Lines that must still be made. */
export function openLines(ticket: Ticket): TicketLine[] {
  return nonVoidLines(ticket).filter(({ lineId }) => !ticket.bumpedLines.includes(lineId))
}

export interface TicketAct {
  readonly deed: Exclude<TicketActionBody, "undo">
  readonly lineId?: string | undefined
}

type TicketRefusal = Refusal<"CONFLICT" | "VALIDATION_ERROR">

/** Applies a person's action at a screen. Returns the same object if nothing changes. */
export function actOnTicket(ticket: Ticket, { deed, lineId }: TicketAct, now: string): Ticket | TicketRefusal {
  if (deed === "recall") return recall(ticket, now)
  if (deed === "acknowledge") return acknowledge(ticket, now)
  if (ticket.endedAt !== null) return refuse("CONFLICT", "This ticket has ended: its order was handed over or is void.")
  if (deed === "start") return ticket.startedAt === null ? { ...ticket, startedAt: now } : ticket
  if (deed === "bump") return bump(ticket, now)
  if (!ticket.lines.some((line) => line.lineId === lineId)) {
    return invalid({ path: "lineId", message: "is not a line of this ticket" })
  }
  return deed === "bump_line" ? bumpLine(ticket, lineId as string, now) : unbumpLine(ticket, lineId as string)
}

/**
 * The ticket after its order has changed. Lines that the order no longer has, and all lines of a cancelled order, become void and stay
 * void.
 */
export function voidLines(ticket: Ticket, order: Pick<OrderRecord, "status" | "orderLines">): Ticket {
  if (ticket.endedAt !== null) return ticket
  const orderLineIds = new Set(order.status === "CANCELLED" ? [] : order.orderLines.map(({ lineId }) => lineId))
  const removed = nonVoidLines(ticket).filter(({ lineId }) => !orderLineIds.has(lineId))
  return removed.length === 0 ? ticket : { ...ticket, voids: [...ticket.voids, ...removed.map(({ lineId }) => lineId)] }
}

export function endTicket(ticket: Ticket, now: string): Ticket {
  return ticket.endedAt === null ? { ...ticket, endedAt: now } : ticket
}

/** The ticket as it was before an action, except that void lines stay void. */
export function undoAction(ticket: Ticket, before: Ticket): Ticket | TicketRefusal {
  if (ticket.endedAt !== null) return refuse("CONFLICT", "This ticket has ended: recall it instead.")
  const { voids, seenVoids } = ticket
  return { ...before, voids, seenVoids }
}

function bump(ticket: Ticket, now: string): Ticket {
  if (ticket.bumpedAt !== null) return ticket
  const bumpedLines = ticket.lines.map(({ lineId }) => lineId)
  return { ...ticket, startedAt: ticket.startedAt ?? now, bumpedLines, bumpedAt: now }
}

/** Bumping the last line bumps the ticket. */
function bumpLine(ticket: Ticket, lineId: string, now: string): Ticket {
  if (ticket.bumpedLines.includes(lineId)) return ticket
  const bumped = { ...ticket, startedAt: ticket.startedAt ?? now, bumpedLines: [...ticket.bumpedLines, lineId] }
  return openLines(bumped).length === 0 ? bump(bumped, now) : bumped
}

function unbumpLine(ticket: Ticket, lineId: string): Ticket | TicketRefusal {
  if (ticket.bumpedAt !== null) return refuse("CONFLICT", "This ticket is bumped: recall it.")
  if (!ticket.bumpedLines.includes(lineId)) return ticket
  return { ...ticket, bumpedLines: ticket.bumpedLines.filter((other) => other !== lineId) }
}

/** Puts the ticket back on the screen with all lines open. The stage reported to the hub does not go back. */
function recall(ticket: Ticket, now: string): Ticket | TicketRefusal {
  if (ticketState(ticket) === "open") return ticket
  if (nonVoidLines(ticket).length === 0) return refuse("CONFLICT", "There is nothing left to make: its order is void.")
  return { ...ticket, bumpedLines: [], bumpedAt: null, endedAt: null, recalledAt: now }
}

/** Marks void lines as seen, and ends a ticket that has no other lines. */
function acknowledge(ticket: Ticket, now: string): Ticket {
  if (ticket.voids.length === 0) return ticket
  const seen = { ...ticket, voids: [], seenVoids: [...ticket.seenVoids, ...ticket.voids] }
  if (nonVoidLines(seen).length === 0) return endTicket(seen, now)
  return seen.bumpedAt === null && openLines(seen).length === 0 ? bump(seen, now) : seen
}

function lineOf({ lineId, productId, name, quantity, modifiers, notes }: OrderLine): TicketLine {
  const named = modifiers.map((modifier) => ({
    name: modifier.name ?? modifier.optionId ?? modifier.modifierId ?? "",
    quantity: modifier.quantity,
  }))
  return { lineId, productId, name, quantity, modifiers: named, notes }
}
