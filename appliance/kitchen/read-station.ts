/** Reads all tickets of a station in one answer, so that a screen is complete as soon as it opens. */
import type { VendorCaller } from "../../protocol/http/endpoint.ts"
import type { readStation as endpoint } from "../../protocol/http/kitchen.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { slaOf } from "../../protocol/rules/kitchen/ticket-clock.ts"
import { allDayOf, ticketOrder } from "../../protocol/rules/kitchen/ticket-views.ts"
import type { ShownTicket, StationSnapshot, Ticket } from "../../protocol/shapes/ticket.ts"
import { requireConfig } from "../catalog/index.ts"
import { stationsWithScreens } from "../devices/index.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { lastBump } from "./actions-store.ts"
import { countOpen, openTickets, recentTickets, ticketSeq } from "./tickets-store.ts"

/** More open tickets than any real station has. `expected` has the full count, so the screen can show how many are missing. */
const TICKETS_MAX = 300
const RECENT_MAX = 12

export const readStationHandler: BoxHandler<typeof endpoint> = (tx, { query, caller }) => {
  const station = readStationName(caller, query.station)
  if (isRefusal(station)) return station
  return { status: 200, data: stationSnapshot(tx, station, caller.keyId) }
}

/** A screen paired for a station may read only that one. Expo is paired for none and must name one. */
export function readStationName(
  { device }: VendorCaller,
  requested: string | undefined,
): string | Refusal<"FORBIDDEN" | "VALIDATION_ERROR"> {
  const own = device?.station ?? null
  if (own !== null && requested !== undefined && requested !== own) {
    return refuse("FORBIDDEN", `This screen shows only the station ${own}.`)
  }
  return own ?? requested ?? invalid({ path: "station", message: "must be named: this screen is paired for none" })
}

export function stationSnapshot(tx: BoxTx, station: string, deviceId: string): StationSnapshot {
  const { store } = requireConfig(tx)
  const tickets = openTickets(tx, station, TICKETS_MAX)
  const bump = lastBump(tx, deviceId)
  const bumped = bump?.before && findOrder(tx, bump.before.orderId)
  return {
    now: tx.now,
    seq: ticketSeq(tx),
    storeName: store.name,
    station,
    sla: slaOf(store, station),
    expected: countOpen(tx, station),
    tickets: withOrders(tx, tickets),
    recent: withOrders(tx, recentTickets(tx, station, RECENT_MAX)),
    undo: bump && bumped ? { actionId: bump.actionId, orderCode: bumped.orderCode } : null,
    allDay: allDayOf(tickets),
  }
}

function withOrders(tx: BoxTx, tickets: readonly Ticket[]): ShownTicket[] {
  return tickets.flatMap((ticket) => {
    const order = findOrder(tx, ticket.orderId)
    return order ? { ...ticket, order: ticketOrder(order) } : []
  })
}

interface StationLoad {
  readonly station: string
  /** Tickets that the station's screen should show now. */
  readonly expected: number
}

/** Counts open tickets by station, for stations with a screen. Others cannot bump, so their tickets would never count as done. */
export function countOpenTickets(tx: BoxTx): StationLoad[] {
  return stationsWithScreens(tx).map((station) => ({ station, expected: countOpen(tx, station) }))
}
