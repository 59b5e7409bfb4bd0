/** A kitchen ticket for tests of its rules: one line, sent at noon. */
import type { Ticket } from "../../protocol/shapes/ticket.ts"
import { NOON } from "./orders.ts"

export function aTicket(over: Partial<Ticket> = {}): Ticket {
  return {
    ticketId: "evt_0123456789ab",
    orderId: "0190a000-0000-7000-8000-000000000001",
    station: "grill",
    sentAt: NOON,
    lines: [{ lineId: "1", productId: "p-burger", name: "Hamburguesa", quantity: 1, modifiers: [], notes: null }],
    startedAt: null,
    bumpedLines: [],
    bumpedAt: null,
    recalledAt: null,
    voids: [],
    seenVoids: [],
    endedAt: null,
    ...over,
  }
}
