/** Kitchen tickets, the snapshots that kitchen screens show, and the actions at a screen. */
import Type, { type Static } from "typebox"
import { personal } from "./privacy.ts"
import { Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

const TicketLine = Type.Object({
  lineId: Type.String(),
  productId: Type.String(),
  name: Type.String(),
  quantity: Type.Number(),
  modifiers: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Number() })),
  notes: personal(nullable(Type.String())),
})
export type TicketLine = Static<typeof TicketLine>

/** One dispatch of an order to a station. Its lines stay as they were sent, even if the order changes. */
export const Ticket = Type.Object({
  /** Id of the dispatch's event. */
  ticketId: Type.String(),
  orderId: Uuid,
  station: Type.String(),
  /** Waiting time counts from here, also after a recall. */
  sentAt: Instant,
  lines: Type.Array(TicketLine),
  startedAt: nullable(Instant),
  bumpedLines: Type.Array(Type.String()),
  /** When the station was done with it. */
  bumpedAt: nullable(Instant),
  recalledAt: nullable(Instant),
  /** Ids of lines that must not be made any more, struck through until somebody acknowledges it. */
  voids: Type.Array(Type.String()),
  seenVoids: Type.Array(Type.String()),
  /** When it was handed over, or its voids were acknowledged. */
  endedAt: nullable(Instant),
})
export type Ticket = Static<typeof Ticket>

/** What a ticket shows of its order. */
export const TicketOrder = Type.Object({
  orderCode: Type.String(),
  /** Buzzer or table number, else the guest's name. */
  guest: personal(nullable(Type.String())),
  channel: Type.String(),
  fulfillment: nullable(Type.String()),
  notes: personal(nullable(Type.String())),
  cancelled: Type.Boolean(),
})
export type TicketOrder = Static<typeof TicketOrder>

export const ShownTicket = Type.Object({ ...Ticket.properties, order: TicketOrder })
export type ShownTicket = Static<typeof ShownTicket>

/** Minutes after which a ticket is urgent, and after which it is late. */
export const TicketSla = Type.Object({
  warnMinutes: Type.Integer({ minimum: 1, maximum: 600 }),
  lateMinutes: Type.Integer({ minimum: 1, maximum: 600 }),
})
export type TicketSla = Static<typeof TicketSla>

/** Quantity of a product that is still to be made. */
export const AllDay = Type.Object({ productId: Type.String(), name: Type.String(), quantity: Type.Number() })
export type AllDay = Static<typeof AllDay>

const SNAPSHOT = { now: Instant, seq: Type.Integer({ minimum: 0 }), storeName: Type.String() }

export const StationSnapshot = Type.Object({
  ...SNAPSHOT,
  station: Type.String(),
  sla: TicketSla,
  /** Number of open tickets; a screen that shows fewer is out of date. */
  expected: Type.Integer({ minimum: 0 }),
  /** Oldest first. */
  tickets: Type.Array(ShownTicket),
  /** The tickets bumped last, latest first, which can be recalled. */
  recent: Type.Array(ShownTicket),
  /** The action that an undo at the requesting device would revert. */
  undo: nullable(Type.Object({ actionId: Uuid, orderCode: Type.String() })),
  allDay: Type.Array(AllDay),
})
export type StationSnapshot = Static<typeof StationSnapshot>

export const ExpoOrder = Type.Object({
  orderId: Uuid,
  order: TicketOrder,
  sentAt: Instant,
  /** Null until all stations are done. */
  readyAt: nullable(Instant),
  /** Stations that are not done yet. */
  waiting: Type.Array(Type.String()),
  tickets: Type.Array(Ticket),
})
export type ExpoOrder = Static<typeof ExpoOrder>

export const ExpoSnapshot = Type.Object({
  ...SNAPSHOT,
  sla: TicketSla,
  expected: Type.Integer({ minimum: 0 }),
  orders: Type.Array(ExpoOrder),
  /** Stations with a screen of their own. The expo screen marks the others as ready. */
  screens: Type.Array(Type.String()),
})
export type ExpoSnapshot = Static<typeof ExpoSnapshot>

/** The guests' board: order codes only, no personal data. */
export const BoardSnapshot = Type.Object({
  ...SNAPSHOT,
  preparing: Type.Array(Type.String()),
  ready: Type.Array(Type.String()),
})
export type BoardSnapshot = Static<typeof BoardSnapshot>

/** Actions at a station's screen. */
export const TicketActionBody = oneOf("start", "bump_line", "unbump_line", "bump", "recall", "acknowledge", "undo")
export type TicketActionBody = Static<typeof TicketActionBody>

/** `actionId` is created by the screen. An action that is sent again with the same id changes nothing. */
export const TicketAction = Type.Object({
  actionId: Uuid,
  deed: TicketActionBody,
  /** Left out for an undo. */
  ticketId: Type.Optional(Type.String({ maxLength: 100 })),
  /** For bump_line and unbump_line. */
  lineId: Type.Optional(Type.String({ maxLength: 100 })),
  /** For undo: id of the reverted action. */
  undoes: Type.Optional(Uuid),
})
export type TicketAction = Static<typeof TicketAction>

export const ReleaseReason = ShortText
