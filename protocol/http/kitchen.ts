/** The endpoints of the kitchen's screens: a station's tickets, the pass, the pick-up board (docs/contract/screens.md#kitchen-station). */
import Type from "typebox"
import { Uuid } from "../shapes/scalars.ts"
import { BoardSnapshot, ExpoSnapshot, ReleaseReason, StationSnapshot, TicketAction } from "../shapes/ticket.ts"
import { endpoint } from "./endpoint.ts"

const OrderRef = Type.Object({ orderId: Uuid })
/** Made by the page: a repeated action is applied once. */
const ActionRef = { actionId: Uuid }
const StationName = Type.String({ minLength: 1, maxLength: 100 })

export const readStation = endpoint({
  name: "kitchen.station",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kitchen/station",
  scope: "store:kitchen",
  /** By default the screen's own station. */
  query: Type.Object({ station: Type.Optional(StationName) }),
  replies: { 200: StationSnapshot },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN"],
  summary: "Lists the tickets of one kitchen station, oldest first, and how many there should be.",
  section: "screens.md#kitchen-station",
})

export const actAtStation = endpoint({
  name: "kitchen.act",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kitchen/actions",
  scope: "store:kitchen",
  body: Type.Object({ ...TicketAction.properties, station: Type.Optional(StationName) }),
  replies: { 200: StationSnapshot },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  summary: "Starts, bumps, recalls or acknowledges a ticket, or undoes the last bump; once per action id.",
  section: "screens.md#kitchen-station",
})

export const readExpo = endpoint({
  name: "kitchen.expo",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kitchen/expo",
  scope: "store:expo",
  replies: { 200: ExpoSnapshot },
  refusals: [],
  summary: "Lists the orders at the pass with the state of every station.",
  section: "screens.md#expo",
})

export const announceReady = endpoint({
  name: "kitchen.ready",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kitchen/orders/:orderId/ready",
  scope: "store:expo",
  params: OrderRef,
  body: Type.Object({ ...ActionRef, station: StationName }),
  replies: { 200: ExpoSnapshot },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Marks an order ready at a station that has no screen of its own.",
  section: "screens.md#expo",
})

export const handOverOrder = endpoint({
  name: "kitchen.handOver",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kitchen/orders/:orderId/hand-over",
  scope: "store:expo",
  params: OrderRef,
  body: Type.Object(ActionRef),
  replies: { 200: ExpoSnapshot },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Hands an order over to the guest once every station is ready: it becomes dispatched.",
  section: "screens.md#expo",
})

export const releaseOrder = endpoint({
  name: "kitchen.release",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kitchen/orders/:orderId/release",
  scope: "store:expo",
  role: "supervisor",
  params: OrderRef,
  body: Type.Object({ ...ActionRef, reason: ReleaseReason }),
  replies: { 200: ExpoSnapshot },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Hands an order over though a station is not ready, with a supervisor's reason.",
  section: "screens.md#expo",
})

export const clearVoid = endpoint({
  name: "kitchen.clearVoid",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/kitchen/orders/:orderId/clear",
  scope: "store:expo",
  params: OrderRef,
  body: Type.Object(ActionRef),
  replies: { 200: ExpoSnapshot },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Acknowledges at the pass that an order is cancelled.",
  section: "screens.md#expo",
})

export const readBoard = endpoint({
  name: "kitchen.board",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/kitchen/board",
  scope: "store:board",
  replies: { 200: BoardSnapshot },
  refusals: [],
  summary: "Lists the numbers of orders that are being made and that are ready; without the guests' data.",
  section: "screens.md#pick-up-board",
})
