/** Applies an action of a station's screen, once per action id. The order's stage follows in the same transaction. */
import type { VendorCaller } from "../../protocol/http/endpoint.ts"
import type { actAtStation as endpoint } from "../../protocol/http/kitchen.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { stageOfTickets } from "../../protocol/rules/kitchen/ticket-stages.ts"
import { actOnTicket, endTicket, undoAction } from "../../protocol/rules/kitchen/ticket-states.ts"
import type { Ticket, TicketAction, TicketActionBody } from "../../protocol/shapes/ticket.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxHandler, BoxTx, Outbox } from "../storage/index.ts"
import { addAction, findAction, type KitchenAct, markUndone } from "./actions-store.ts"
import { publishStage } from "./publish-stage.ts"
import { readStationName, stationSnapshot } from "./read-station.ts"
import { findTicket, saveTicket, ticketsOfOrder } from "./tickets-store.ts"
import { notifyScreens } from "./update-tickets.ts"

export interface KitchenDeps {
  readonly ids: Ids
  readonly outbox: Outbox
  /** Notifies the kitchen's screens. */
  readonly onTickets: () => void
}

type StationRefusal = Refusal<"VALIDATION_ERROR" | "NOT_FOUND" | "CONFLICT">

interface StationInput {
  readonly action: TicketAction
  readonly caller: VendorCaller
  readonly station: string
}

/** Actions that may advance the order's stage. A recall or an undo publishes nothing. */
const STAGE_ACTIONS: readonly TicketActionBody[] = ["start", "bump_line", "bump", "acknowledge"]

export const actAtStationHandler =
  (deps: KitchenDeps): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const station = readStationName(caller, body.station)
    if (isRefusal(station)) return station
    const input = { action: body, caller, station }
    const refused = body.deed === "undo" ? undo(tx, input, deps) : act(tx, input, deps)
    return refused ?? { status: 200, data: stationSnapshot(tx, station, caller.keyId) }
  }

/** Whether the action was applied before. Refuses an id that another action has used. */
export function isRepeat(
  tx: BoxTx,
  { actionId, deed, subject }: { actionId: string; deed: KitchenAct; subject: string },
): boolean | Refusal<"CONFLICT"> {
  const known = findAction(tx, actionId)
  if (!known) return false
  if (known.deed === deed && known.subject === subject) return true
  return refuse("CONFLICT", `The id ${actionId} was used by another action; create a new id for each.`)
}

function act(tx: BoxTx, { action, caller, station }: StationInput, deps: KitchenDeps): StationRefusal | null {
  const { actionId, ticketId, lineId } = action
  const deed = action.deed as Exclude<TicketActionBody, "undo">
  if (ticketId === undefined) return invalid({ path: "ticketId", message: "must be named" })
  const subject = lineId === undefined ? ticketId : `${ticketId}/${lineId}`
  const repeat = isRepeat(tx, { actionId, deed, subject })
  if (repeat !== false) return repeat === true ? null : repeat
  const ticket = findTicket(tx, ticketId)
  if (!ticket || ticket.station !== station) return refuse("NOT_FOUND", `There is no ticket ${ticketId} at ${station}.`)
  const next = actOnTicket(ticket, { deed, lineId }, tx.now)
  if (isRefusal(next)) return next
  addAction(tx, { actionId, deviceId: caller.keyId, deed, subject, before: next === ticket ? null : ticket })
  if (next === ticket) return null
  saveTicket(tx, endIfDispatched(tx, next))
  if (STAGE_ACTIONS.includes(deed)) publishOrderStage(tx, { ticket: next, actionId }, deps)
  notifyScreens(tx, deps.onTickets)
  return null
}

/** Ends the ticket at once if its order was dispatched before, as after a recall. */
function endIfDispatched(tx: BoxTx, ticket: Ticket): Ticket {
  const order = ticket.bumpedAt === null ? null : findOrder(tx, ticket.orderId)
  return order && kitchenOf(order).stage === "order.dispatched" ? endTicket(ticket, tx.now) : ticket
}

export function publishOrderStage(
  tx: BoxTx,
  { ticket, actionId }: { ticket: Ticket; actionId: string },
  deps: KitchenDeps,
): void {
  const { orderId, ticketId, station } = ticket
  const reached = stageOfTickets(ticketsOfOrder(tx, orderId))
  publishStage(tx, { orderId, ticketId, station, actionId, reached }, deps)
}

function undo(tx: BoxTx, { action, caller, station }: StationInput, { onTickets }: KitchenDeps): StationRefusal | null {
  const { actionId, undoes } = action
  if (undoes === undefined) return invalid({ path: "undoes", message: "must be named" })
  const repeat = isRepeat(tx, { actionId, deed: "undo", subject: undoes })
  if (repeat !== false) return repeat === true ? null : repeat
  const bump = findAction(tx, undoes)
  const ticket = bump?.before && findTicket(tx, bump.before.ticketId)
  if (!bump?.before || !ticket || ticket.station !== station || bump.deviceId !== caller.keyId) {
    return refuse("NOT_FOUND", `This screen has not bumped anything as ${undoes}.`)
  }
  if (bump.undone) return refuse("CONFLICT", "That bump was undone already.")
  const before = undoAction(ticket, bump.before)
  if (isRefusal(before)) return before
  markUndone(tx, undoes)
  addAction(tx, { actionId, deviceId: caller.keyId, deed: "undo", subject: undoes, before: null })
  saveTicket(tx, before)
  notifyScreens(tx, onTickets)
  return null
}
