/** A kitchen ticket: one dispatch of an order as its station's screen shows it, and what the kitchen's screens read and say. */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

const TicketLine = Type.Object({
  lineId: Type.String(),
  productId: Type.String(),
  name: Type.String(),
  quantity: Type.Number(),
  modifiers: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Number() })),
  notes: nullable(Type.String()),
})
export type TicketLine = Static<typeof TicketLine>

/** What the kitchen knows of a dispatch. Its lines are those that were sent, also when the order says otherwise later. */
export const Ticket = Type.Object({
  /** The id of the dispatch's event. */
  ticketId: Type.String(),
  orderId: Uuid,
  station: Type.String(),
  /** The clock that counts, also after a recall. */
  sentAt: Instant,
  lines: Type.Array(TicketLine),
  startedAt: nullable(Instant),
  bumpedLines: Type.Array(Type.String()),
  /** Since when the station is done with it. */
  bumpedAt: nullable(Instant),
  recalledAt: nullable(Instant),
  /** Lines that are not to be made any more, struck through until somebody has seen it. */
  voids: Type.Array(Type.String()),
  seenVoids: Type.Array(Type.String()),
  /** Handed over, or void and seen. */
  endedAt: nullable(Instant),
})
export type Ticket = Static<typeof Ticket>

/** What a ticket's screen says of its order. */
export const TicketOrder = Type.Object({
  orderCode: Type.String(),
  /** Whom or what to call: the number of a buzzer or table, else the guest's name. */
  guest: nullable(Type.String()),
  channel: Type.String(),
  fulfillment: nullable(Type.String()),
  notes: nullable(Type.String()),
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

/** So many of a product are still to be made. */
export const AllDay = Type.Object({ productId: Type.String(), name: Type.String(), quantity: Type.Number() })
export type AllDay = Static<typeof AllDay>

const SNAPSHOT = { now: Instant, seq: Type.Integer({ minimum: 0 }), storeName: Type.String() }

export const StationSnapshot = Type.Object({
  ...SNAPSHOT,
  station: Type.String(),
  sla: TicketSla,
  /** Tickets that the station is to work on; a screen that holds fewer is behind. */
  expected: Type.Integer({ minimum: 0 }),
  /** Oldest first. */
  tickets: Type.Array(ShownTicket),
  /** Bumped last, latest first: what a recall brings back. */
  recent: Type.Array(ShownTicket),
  /** What an undo at the asking device would take back. */
  undo: nullable(Type.Object({ actionId: Uuid, orderCode: Type.String() })),
  allDay: Type.Array(AllDay),
})
export type StationSnapshot = Static<typeof StationSnapshot>

export const ExpoOrder = Type.Object({
  orderId: Uuid,
  order: TicketOrder,
  sentAt: Instant,
  /** Null while a station is still at it. */
  readyAt: nullable(Instant),
  /** Stations that the hand-over waits for. */
  waiting: Type.Array(Type.String()),
  tickets: Type.Array(Ticket),
})
export type ExpoOrder = Static<typeof ExpoOrder>

export const ExpoSnapshot = Type.Object({
  ...SNAPSHOT,
  sla: TicketSla,
  expected: Type.Integer({ minimum: 0 }),
  orders: Type.Array(ExpoOrder),
  /** Stations with a screen of their own; for the others expo says that they are ready. */
  screens: Type.Array(Type.String()),
})
export type ExpoSnapshot = Static<typeof ExpoSnapshot>

/** For everybody to see: numbers, and nothing of who ordered. */
export const BoardSnapshot = Type.Object({
  ...SNAPSHOT,
  preparing: Type.Array(Type.String()),
  ready: Type.Array(Type.String()),
})
export type BoardSnapshot = Static<typeof BoardSnapshot>

/** What a person does at a station's screen. */
export const TicketActionBody = oneOf("start", "bump_line", "unbump_line", "bump", "recall", "acknowledge", "undo")
export type TicketActionBody = Static<typeof TicketActionBody>

/** `actionId` is made by the screen: whatever is sent again under it changes nothing. */
export const TicketAction = Type.Object({
  actionId: Uuid,
  deed: TicketActionBody,
  /** Left out for an undo. */
  ticketId: Type.Optional(Type.String({ maxLength: 100 })),
  /** For bump_line and unbump_line. */
  lineId: Type.Optional(Type.String({ maxLength: 100 })),
  /** For undo: the action that is taken back. */
  undoes: Type.Optional(Uuid),
})
export type TicketAction = Static<typeof TicketAction>

export const ReleaseReason = ShortText
