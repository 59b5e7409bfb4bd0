/** The pass: shows orders with the state of each station, hands them over (stage dispatched) once all stations are ready, or releases them. */
import type { announceReady, clearVoid, handOverOrder, readExpo, releaseOrder } from "../../protocol/http/kitchen.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { slaOf } from "../../protocol/rules/kitchen/ticket-clock.ts"
import { waitingStations } from "../../protocol/rules/kitchen/ticket-stages.ts"
import { actOnTicket, endTicket, ticketState } from "../../protocol/rules/kitchen/ticket-states.ts"
import { expoOrder } from "../../protocol/rules/kitchen/ticket-views.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { FreeForm } from "../../protocol/shapes/scalars.ts"
import type { ExpoOrder, ExpoSnapshot, Ticket } from "../../protocol/shapes/ticket.ts"
import type { RecordAudit } from "../audit/index.ts"
import { requireConfig } from "../catalog/index.ts"
import { stationsWithScreens } from "../devices/index.ts"
import { findOrder } from "../orders/store/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { addAction, type KitchenAct } from "./actions-store.ts"
import { isRepeat, type KitchenDeps, publishOrderStage } from "./handle-station-action.ts"
import { publishStage } from "./publish-stage.ts"
import { ordersAtPass, saveTicket, ticketSeq, ticketsOfOrder } from "./tickets-store.ts"
import { notifyScreens } from "./update-tickets.ts"

/** More open orders than any real pass has. */
const ORDERS_MAX = 300

interface ExpoDeps extends KitchenDeps {
  /** Writes the store's audit log. */
  readonly record: RecordAudit
}

export const readExpoHandler: BoxHandler<typeof readExpo> = (tx) => ({ status: 200, data: expoSnapshot(tx) })

export function ordersOfPass(tx: BoxTx, ids: readonly string[] = ordersAtPass(tx)): ExpoOrder[] {
  return ids.flatMap((id) => {
    const order = findOrder(tx, id)
    return order ? expoOrder(order, ticketsOfOrder(tx, id)) : []
  })
}

function expoSnapshot(tx: BoxTx): ExpoSnapshot {
  const { store } = requireConfig(tx)
  const orderIds = ordersAtPass(tx)
  return {
    now: tx.now,
    seq: ticketSeq(tx),
    storeName: store.name,
    sla: slaOf(store),
    expected: orderIds.length,
    orders: ordersOfPass(tx, orderIds.slice(0, ORDERS_MAX)),
    screens: stationsWithScreens(tx),
  }
}

interface OrderAtPass {
  readonly order: OrderRecord
  readonly tickets: readonly Ticket[]
}

interface ExpoAction {
  readonly deed: KitchenAct
  readonly orderId: string
  readonly actionId: string
  readonly deviceId: string
}

type ExpoRefusal = Refusal<"NOT_FOUND" | "CONFLICT">

/** Runs `work` once per action id, records the action, and returns the pass as it is afterwards. */
function runOnce(tx: BoxTx, action: ExpoAction, deps: ExpoDeps, work: (found: OrderAtPass) => ExpoRefusal | null) {
  const { deed, orderId: subject, actionId, deviceId } = action
  const reply = () => ({ status: 200 as const, data: expoSnapshot(tx) })
  const repeat = isRepeat(tx, { actionId, deed, subject })
  if (repeat !== false) return repeat === true ? reply() : repeat
  const order = findOrder(tx, subject)
  const tickets = order ? ticketsOfOrder(tx, order.id) : []
  if (!order || tickets.length === 0) return refuse("NOT_FOUND", `The kitchen has no order ${subject}.`)
  const refused = work({ order, tickets })
  if (isRefusal(refused)) return refused
  addAction(tx, { actionId, deviceId, deed, subject, before: null })
  notifyScreens(tx, deps.onTickets)
  return reply()
}

export const announceReadyHandler =
  (deps: ExpoDeps): BoxHandler<typeof announceReady> =>
  (tx, { params, body, caller }) => {
    const action = { deed: "ready" as const, orderId: params.orderId, actionId: body.actionId, deviceId: caller.keyId }
    return runOnce(tx, action, deps, ({ tickets }) => {
      const { station, actionId } = body
      if (stationsWithScreens(tx).includes(station)) {
        return refuse("CONFLICT", `${station} has a screen of its own; bump there.`)
      }
      const own = tickets.filter((ticket) => ticket.station === station)
      if (own.length === 0) return refuse("NOT_FOUND", `The order has nothing at ${station}.`)
      for (const ticket of own.filter((one) => ticketState(one) === "open")) {
        const bumped = actOnTicket(ticket, { deed: "bump" }, tx.now) as Ticket
        saveTicket(tx, bumped)
        publishOrderStage(tx, { ticket: bumped, actionId }, deps)
      }
      return null
    })
  }

export const handOverOrderHandler =
  (deps: ExpoDeps): BoxHandler<typeof handOverOrder> =>
  (tx, { params, body, caller }) => {
    const action = { deed: "hand_over" as const, orderId: params.orderId, ...body, deviceId: caller.keyId }
    return runOnce(tx, action, deps, (found) => {
      const waiting = waitingStations(found.tickets)
      if (waiting.length > 0 && !isDispatched(found)) {
        return refuse("CONFLICT", `Not all stations are ready: ${waiting.join(", ")}.`, { data: { waiting } })
      }
      return dispatch(tx, { ...found, actionId: body.actionId }, deps)
    })
  }

export const releaseOrderHandler =
  (deps: ExpoDeps): BoxHandler<typeof releaseOrder> =>
  (tx, { params, body, caller }) => {
    const { actionId, reason } = body
    const action = { deed: "release" as const, orderId: params.orderId, actionId, deviceId: caller.keyId }
    const by = (caller.authoriser ?? caller.staff)?.name ?? null
    const metadata = { released: { reason, by } }
    return runOnce(tx, action, deps, (found) => {
      const wasDispatched = isDispatched(found)
      const refused = dispatch(tx, { ...found, actionId, metadata }, deps)
      if (refused || wasDispatched) return refused
      deps.record(tx, { action: "kitchen.override", caller, subject: params.orderId, detail: { reason } })
      return null
    })
  }

export const clearVoidHandler =
  (deps: ExpoDeps): BoxHandler<typeof clearVoid> =>
  (tx, { params, body, caller }) => {
    const action = { deed: "clear" as const, orderId: params.orderId, ...body, deviceId: caller.keyId }
    return runOnce(tx, action, deps, ({ order, tickets }) => {
      if (order.status !== "CANCELLED") return refuse("CONFLICT", `The order is ${order.status}, not cancelled.`)
      // Open tickets stay struck through on their station's screen until the station has seen them.
      for (const ticket of tickets.filter((one) => ticketState(one) === "bumped")) {
        saveTicket(tx, endTicket(ticket, tx.now))
      }
      return null
    })
  }

interface DispatchInput extends OrderAtPass {
  readonly actionId: string
  readonly metadata?: FreeForm
}

/** Publishes the stage with the dispatch that was bumped last. */
function dispatch(
  tx: BoxTx,
  { order, tickets, actionId, metadata }: DispatchInput,
  deps: ExpoDeps,
): ExpoRefusal | null {
  if (order.status === "CANCELLED") return refuse("CONFLICT", "The order is cancelled: nothing is handed over.")
  if (order.cancelling) return refuse("CONFLICT", "The order is being cancelled: its money is on the way back.")
  if (isDispatched({ order })) return null
  const [last] = tickets.toSorted((a, b) => ((a.bumpedAt ?? "") < (b.bumpedAt ?? "") ? 1 : -1))
  if (!last) throw new Error(`order ${order.id} has no ticket`)
  const stage = { orderId: order.id, ticketId: last.ticketId, station: last.station, actionId }
  publishStage(tx, { ...stage, reached: "order.dispatched", ...(metadata && { metadata }) }, deps)
  return null
}

function isDispatched({ order }: Pick<OrderAtPass, "order">): boolean {
  return kitchenOf(order).stage === "order.dispatched"
}
