/** The pass: orders with the state of each of their stations, the gate, and the hand-over, which is the stage dispatched. */
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
import { findOrder } from "../orders/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { addAction, type KitchenAct } from "./actions-store.ts"
import { isRepeat, type KitchenDeps, publishOrderStage } from "./handle-station-action.ts"
import { publishStage } from "./publish-stage.ts"
import { ordersAtPass, saveTicket, ticketSeq, ticketsOfOrder } from "./tickets-store.ts"
import { notifyScreens } from "./update-tickets.ts"

/** An order in as many stations as there are is one row; more than this at once is no pass any more. */
const ORDERS_MAX = 300

interface ExpoDeps extends KitchenDeps {
  /** The stations that have a screen of their own. */
  readonly screens: (tx: BoxTx) => string[]
  /** A release is told in the trail, once. */
  readonly record: RecordAudit
}

export const readExpoHandler =
  (deps: ExpoDeps): BoxHandler<typeof readExpo> =>
  (tx) => ({ status: 200, data: expoSnapshot(tx, deps) })

export function ordersOfPass(tx: BoxTx, ids: readonly string[] = ordersAtPass(tx)): ExpoOrder[] {
  return ids.flatMap((id) => {
    const order = findOrder(tx, id)
    return order ? expoOrder(order, ticketsOfOrder(tx, id)) : []
  })
}

function expoSnapshot(tx: BoxTx, { screens }: ExpoDeps): ExpoSnapshot {
  const { store } = requireConfig(tx)
  const standing = ordersAtPass(tx)
  return {
    now: tx.now,
    seq: ticketSeq(tx),
    storeName: store.name,
    sla: slaOf(store),
    expected: standing.length,
    orders: ordersOfPass(tx, standing.slice(0, ORDERS_MAX)),
    screens: screens(tx),
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

/** Does `work` once, records it, and answers what the pass looks like then. */
function runOnce(tx: BoxTx, asked: ExpoAction, deps: ExpoDeps, work: (found: OrderAtPass) => ExpoRefusal | null) {
  const { deed, orderId: subject, actionId, deviceId } = asked
  const answer = () => ({ status: 200 as const, data: expoSnapshot(tx, deps) })
  const repeat = isRepeat(tx, { actionId, deed, subject })
  if (repeat !== false) return repeat === true ? answer() : repeat
  const order = findOrder(tx, subject)
  const tickets = order ? ticketsOfOrder(tx, order.id) : []
  if (!order || tickets.length === 0) return refuse("NOT_FOUND", `The kitchen has no order ${subject}.`)
  const no = work({ order, tickets })
  if (isRefusal(no)) return no
  addAction(tx, { actionId, deviceId, deed, subject, before: null })
  notifyScreens(tx, deps.onTickets)
  return answer()
}

export const announceReadyHandler =
  (deps: ExpoDeps): BoxHandler<typeof announceReady> =>
  (tx, { params, body, caller }) => {
    const asked = { deed: "ready" as const, orderId: params.orderId, actionId: body.actionId, deviceId: caller.keyId }
    return runOnce(tx, asked, deps, ({ tickets }) => {
      const { station, actionId } = body
      if (deps.screens(tx).includes(station)) {
        return refuse("CONFLICT", `${station} has a screen of its own: it bumps there.`)
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
    const asked = { deed: "hand_over" as const, orderId: params.orderId, ...body, deviceId: caller.keyId }
    return runOnce(tx, asked, deps, (found) => {
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
    const asked = { deed: "release" as const, orderId: params.orderId, actionId, deviceId: caller.keyId }
    const by = (caller.authoriser ?? caller.staff)?.name ?? null
    const metadata = { released: { reason, by } }
    return runOnce(tx, asked, deps, (found) => {
      const [wasGone, no] = [isDispatched(found), dispatch(tx, { ...found, actionId, metadata }, deps)]
      if (no || wasGone) return no
      deps.record(tx, { action: "kitchen.override", caller, subject: params.orderId, detail: { reason } })
      return null
    })
  }

export const clearVoidHandler =
  (deps: ExpoDeps): BoxHandler<typeof clearVoid> =>
  (tx, { params, body, caller }) => {
    const asked = { deed: "clear" as const, orderId: params.orderId, ...body, deviceId: caller.keyId }
    return runOnce(tx, asked, deps, ({ order, tickets }) => {
      if (order.status !== "CANCELLED") return refuse("CONFLICT", `The order is ${order.status}, not cancelled.`)
      // What a station has not seen yet stays struck through on its own screen.
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

/** The report is that of the dispatch that was ready last. */
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
  const told = { orderId: order.id, ticketId: last.ticketId, station: last.station, actionId }
  publishStage(tx, { ...told, reached: "order.dispatched", ...(metadata && { metadata }) }, deps)
  return null
}

function isDispatched({ order }: Pick<OrderAtPass, "order">): boolean {
  return kitchenOf(order).stage === "order.dispatched"
}
