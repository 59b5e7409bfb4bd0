/** Applies actions that the box has not answered yet to a station's tickets, by the box's own rule, so that the screen reacts at once. Pure. */
import { isRefusal } from "../../../protocol/refusals.ts"
import { actOnTicket, type TicketAct, ticketState } from "../../../protocol/rules/kitchen/ticket-states.ts"
import { allDayOf } from "../../../protocol/rules/kitchen/ticket-views.ts"
import type { ShownTicket, StationSnapshot, TicketAction } from "../../../protocol/shapes/ticket.ts"

export function applyPendingActions(
  shown: StationSnapshot,
  actions: readonly TicketAction[],
  now: string,
): StationSnapshot {
  const tickets = new Map([...shown.recent.toReversed(), ...shown.tickets].map((ticket) => [ticket.ticketId, ticket]))
  for (const action of actions) act(tickets, action, now)
  const all = [...tickets.values()]
  const open = all.filter(isOpen).sort(bySending)
  const recent = shown.recent.filter(({ ticketId }) => !open.some((ticket) => ticket.ticketId === ticketId))
  const bumped = shown.tickets.flatMap(({ ticketId }) => tickets.get(ticketId) ?? []).filter((one) => !isOpen(one))
  // An undo that is pending is not offered again, because the box would refuse it.
  const undone = actions.some(({ deed, undoes }) => deed === "undo" && undoes === shown.undo?.actionId)
  const expected = shown.expected + open.length - shown.tickets.length
  const undo = undone ? null : shown.undo
  return { ...shown, expected, undo, tickets: open, recent: [...bumped, ...recent], allDay: allDayOf(open) }
}

function act(tickets: Map<string, ShownTicket>, { deed, ticketId = "", lineId }: TicketAction, now: string): void {
  const ticket = tickets.get(ticketId)
  if (!ticket || deed === "undo") return
  const next = actOnTicket(ticket, { deed, lineId } as TicketAct, now)
  if (!isRefusal(next)) tickets.set(ticketId, { ...next, order: ticket.order })
}

function isOpen(ticket: ShownTicket): boolean {
  return ticketState(ticket) === "open"
}

function bySending(a: ShownTicket, b: ShownTicket): number {
  return a.sentAt < b.sentAt ? -1 : a.sentAt > b.sentAt ? 1 : 0
}
