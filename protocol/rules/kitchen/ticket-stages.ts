/** An order's stage from its tickets: preparing once one is started, ready once all stations are done (docs/contract/callbacks.md#kitchen-stages). */
import { KITCHEN_STAGES, type KitchenStage } from "../../shapes/kitchen.ts"
import type { Ticket } from "../../shapes/ticket.ts"
import { stageRank } from "./kitchen-stages.ts"
import { nonVoidLines, ticketState } from "./ticket-states.ts"

/** Tickets with at least one line that is not void. */
export function nonVoidTickets(tickets: readonly Ticket[]): Ticket[] {
  return tickets.filter((ticket) => nonVoidLines(ticket).length > 0)
}

/** Stations that are not done yet. */
export function waitingStations(tickets: readonly Ticket[]): string[] {
  const waiting = nonVoidTickets(tickets).filter((ticket) => ticketState(ticket) === "open")
  return [...new Set(waiting.map(({ station }) => station))]
}

/** When the last station was done; null while one is not, or when nothing is left to hand over. */
export function readySince(tickets: readonly Ticket[]): string | null {
  const living = nonVoidTickets(tickets)
  const times = living.flatMap(({ bumpedAt }) => bumpedAt ?? [])
  return times.length < living.length ? null : (times.toSorted().at(-1) ?? null)
}

export function stageOfTickets(tickets: readonly Ticket[]): KitchenStage | null {
  if (readySince(tickets) !== null) return "order.ready"
  return nonVoidTickets(tickets).some(({ startedAt }) => startedAt !== null) ? "order.preparing" : null
}

/** The stages to report to the hub, earliest first: those after the last reported one, up to `reached`. */
export function stagesToPublish(reached: KitchenStage | null, told: KitchenStage | null): KitchenStage[] {
  return KITCHEN_STAGES.slice(stageRank(told) + 1, stageRank(reached) + 1)
}
