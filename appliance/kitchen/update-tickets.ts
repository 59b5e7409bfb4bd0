/** Updates the kitchen's tickets when their order is sent, cancelled or handed over, in the same transaction. */
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { endTicket, isExpected, ticketOf, voidLines } from "../../protocol/rules/kitchen/ticket-states.ts"
import type { KitchenState } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ticket } from "../../protocol/shapes/ticket.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { countChange, forgetOldTickets, hasTicket, saveTicket, ticketsOfOrder } from "./tickets-store.ts"

const FORGET_EVERY_CHANGES = 100

/** Wraps the outbox so that each changed order updates its tickets. `onTickets` is called after the commit if a ticket changed. */
export function withTickets<Box extends Outbox>(outbox: Box, onTickets: () => void): Box {
  return {
    ...outbox,
    isTicket: hasTicket,
    record: (tx, op) => {
      outbox.record(tx, op)
      if (op.kind !== "order.changed") return
      const order = op.body.order as OrderRecord
      if (kitchenOf(order).dispatches.length > 0) updateTickets(tx, order, onTickets)
    },
  }
}

function updateTickets(tx: BoxTx, order: OrderRecord, onTickets: () => void): void {
  const known = ticketsOfOrder(tx, order.id)
  const kitchen = kitchenOf(order)
  for (const ticket of known) {
    const voided = voidLines(ticket, order)
    const next = isHandedOver(kitchen, voided) ? endTicket(voided, tx.now) : voided
    if (next !== ticket) saveTicket(tx, next)
  }
  // An order may arrive with dispatches of another box. Old ones get no ticket.
  const fresh = kitchen.dispatches.filter(
    ({ eventId, at }) => isExpected(at, tx.now) && !known.some(({ ticketId }) => ticketId === eventId),
  )
  if (kitchen.stage !== "order.dispatched") {
    for (const dispatch of fresh) saveTicket(tx, voidLines(ticketOf(order, dispatch), order))
  }
  if (known.length + fresh.length > 0) notifyScreens(tx, onTickets)
}

/** A hand-over ends the order's tickets, except one that was recalled afterwards. */
function isHandedOver({ stage, at }: KitchenState, { recalledAt }: Ticket): boolean {
  return stage === "order.dispatched" && (recalledAt === null || at === null || recalledAt <= at)
}

export function notifyScreens(tx: BoxTx, onTickets: () => void): void {
  if (countChange(tx) % FORGET_EVERY_CHANGES === 0) forgetOldTickets(tx)
  tx.afterCommit(onTickets)
}
