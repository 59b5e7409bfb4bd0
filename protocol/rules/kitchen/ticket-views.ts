/** What the kitchen's screens show: quantities per dish, orders at the pass, numbers on the board. */

import type { OrderRecord } from "../../shapes/order.ts"
import type { AllDay, BoardSnapshot, ExpoOrder, Ticket, TicketOrder } from "../../shapes/ticket.ts"
import { textOf } from "../../unknown-values.ts"
import { nonVoidTickets, readySince, waitingStations } from "./ticket-stages.ts"
import { openLines, ticketState } from "./ticket-states.ts"

/** A ready number leaves the guests' board after this time; at the pass the order stays. */
export const BOARD_READY_MINUTES = 30
const MINUTE_MS = 60_000

/** Quantities still to be made, highest first. A product under two names is counted as two. */
export function allDayOf(tickets: readonly Ticket[]): AllDay[] {
  const counts = new Map<string, AllDay>()
  for (const { productId, name, quantity } of tickets.filter(isOpen).flatMap(openLines)) {
    const key = `${productId}\n${name}`
    const before = counts.get(key)?.quantity ?? 0
    counts.set(key, { productId, name, quantity: before + quantity })
  }
  return [...counts.values()].sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name))
}

export function ticketOrder(order: OrderRecord): TicketOrder {
  const { orderCode, channel, fulfillment, metadata, customer, status } = order
  return {
    orderCode,
    guest: buzzerOf(metadata) ?? textOf(customer?.name),
    channel,
    fulfillment: fulfillment?.method ?? null,
    notes: textOf(metadata.notes),
    cancelled: status === "CANCELLED",
  }
}

/** `tickets` are all tickets of the order, including ended ones. Throws if there are none. */
export function expoOrder(order: OrderRecord, tickets: readonly Ticket[]): ExpoOrder {
  const [first] = tickets
  if (!first) throw new Error(`order ${order.id} has no ticket`)
  return {
    orderId: order.id,
    order: ticketOrder(order),
    sentAt: tickets.reduce((oldest, { sentAt }) => (sentAt < oldest ? sentAt : oldest), first.sentAt),
    readyAt: readySince(tickets),
    waiting: waitingStations(tickets),
    tickets: [...tickets],
  }
}

/** The numbers on the guests' board, the latest ready ones first, without void orders. */
export function boardOf(orders: readonly ExpoOrder[], now: string): Pick<BoardSnapshot, "preparing" | "ready"> {
  const notVoid = orders.filter(({ order, tickets }) => !order.cancelled && nonVoidTickets(tickets).length > 0)
  const since = Date.parse(now) - BOARD_READY_MINUTES * MINUTE_MS
  const ready = notVoid.flatMap(({ order, readyAt }) => (readyAt ? [{ code: order.orderCode, at: readyAt }] : []))
  const latest = ready.filter(({ at }) => Date.parse(at) > since).sort((a, b) => (a.at < b.at ? 1 : -1))
  return {
    preparing: notVoid.filter(({ readyAt }) => readyAt === null).map(({ order }) => order.orderCode),
    ready: latest.map(({ code }) => code),
  }
}

function isOpen(ticket: Ticket): boolean {
  return ticketState(ticket) === "open"
}

function buzzerOf({ additionalInfo }: OrderRecord["metadata"]): string | null {
  const kiosk = isObject(additionalInfo) ? additionalInfo.kiosk : null
  return isObject(kiosk) ? textOf(kiosk.buzzer_name) : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
}
