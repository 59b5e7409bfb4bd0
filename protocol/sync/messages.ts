/** Schemas of the sync messages between box and hub. */
import Type, { type Static } from "typebox"
import { BATCH_MAX } from "./limits.ts"

const COUNT_MAX = Number.MAX_SAFE_INTEGER
/** The latest moment that a JavaScript Date can hold. */
const MOMENT_MAX_MS = 8_640_000_000_000_000

const Seq = Type.Integer({ minimum: 1, maximum: COUNT_MAX })
const Watermark = Type.Integer({ minimum: 0, maximum: COUNT_MAX })
const ClockMs = Type.Integer({ minimum: -MOMENT_MAX_MS, maximum: MOMENT_MAX_MS })
/** Printable ASCII, which every database stores unchanged. */
const PRINTABLE = "^[ -~]*$"
const Epoch = Type.String({ minLength: 8, maxLength: 64, pattern: PRINTABLE })
/** An operation keeps its mark also in another epoch. Two logs with the same mark agree up to it. */
const Mark = Type.String({ minLength: 1, maxLength: 64, pattern: PRINTABLE })
const NoMark = Type.Union([Mark, Type.Null()])

export const Op = Type.Object({
  seq: Seq,
  mark: Mark,
  kind: Type.String({ minLength: 1, maxLength: 64, pattern: PRINTABLE }),
  at: Type.String({ minLength: 1, maxLength: 40, pattern: PRINTABLE }),
  body: Type.Unknown(),
  /** The hub's clock minus the box's when the operation was made, in milliseconds, if the box knew it. `at` is the box's own time. */
  skewMs: Type.Optional(ClockMs),
})
export type Op = Static<typeof Op>

/**
 * The epoch that this one continues; `last`: its last operation that both sides surely have; `carried`: how many of its later operations
 * were copied with new numbers, because the hub may already have them (it recognises their marks).
 */
export const Previous = Type.Object({ epoch: Epoch, last: Watermark, carried: Watermark })
export type Previous = Static<typeof Previous>

const SenderEpoch = { epoch: Epoch, previous: Type.Union([Previous, Type.Null()]) }

/** The store's own counters when it sent the message, so that the hub can detect lost operations. Older boxes omit it. */
export const ReportedState = Type.Object({ made: Watermark, acked: Watermark })
export type ReportedState = Static<typeof ReportedState>

export const Up = Type.Object({
  ...SenderEpoch,
  told: Type.Optional(ReportedState),
  from: Seq,
  to: Seq,
  /** The mark of the operation before `from`. The hub applies the batch only if it has the same one there. */
  mark: NoMark,
  ops: Type.Array(Op, { minItems: 1, maxItems: BATCH_MAX }),
})
export type Up = Static<typeof Up>

/** The hub's view of the sender's epoch. `reset`: unknown; the store must begin a new epoch that continues the current one. */
export const SyncPosition = Type.Unsafe<"current" | "fenced" | "reset">({
  type: "string",
  enum: ["current", "fenced", "reset"],
})
export type SyncPosition = Static<typeof SyncPosition>

/** What this hub supports beyond one plain batch at a time. Older hubs omit it. */
export const Takes = Type.Object({
  /** A batch may be gzipped JSON. */
  gzip: Type.Optional(Type.Boolean()),
  /** Batches in flight. More than one only if a store's messages arrive in order. */
  batches: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type Takes = Static<typeof Takes>

const HubAnswer = {
  epoch: Epoch,
  standing: SyncPosition,
  /** The hub's current epoch of this store. */
  current: Type.Union([Epoch, Type.Null()]),
  applied: Watermark,
  mark: NoMark,
  takes: Type.Optional(Takes),
}

export const Ack = Type.Object({ ...HubAnswer, re: Seq })
export type Ack = Static<typeof Ack>

export const Pull = Type.Object({
  ...SenderEpoch,
  told: Type.Optional(ReportedState),
  after: Watermark,
  mark: NoMark,
  session: Watermark,
  id: Seq,
})
export type Pull = Static<typeof Pull>

export const Down = Type.Object({
  ...HubAnswer,
  /** The `id` of the pull that this answers. */
  re: Seq,
  after: Watermark,
  head: Watermark,
  ops: Type.Array(Op, { maxItems: BATCH_MAX }),
  /** The highest session of this store that the hub knows. */
  session: Watermark,
  /** The hub's clock, epoch milliseconds. */
  hubTime: ClockMs,
})
export type Down = Static<typeof Down>

export const Notification = Type.Object({ head: Watermark })
export type Notification = Static<typeof Notification>

export const Command = Type.Object({
  requestId: Type.String({ minLength: 1, maxLength: 64 }),
  /** The hub process that waits for the reply. */
  hubId: Type.String({ minLength: 1, maxLength: 64, pattern: "^[^/+#]+$" }),
  /** On the hub's clock, epoch milliseconds. */
  deadline: ClockMs,
  epoch: Epoch,
  /** The down sequence that the command builds on. */
  after: Watermark,
  kind: Type.String({ minLength: 1, maxLength: 64 }),
  body: Type.Unknown(),
})
export type Command = Static<typeof Command>

export const Reply = Type.Object({
  requestId: Type.String({ minLength: 1, maxLength: 64 }),
  epoch: Epoch,
  /** The end of the store's log after the command. The hub's copy contains the effects once it has reached it. */
  head: Watermark,
  answer: Type.Unknown(),
})
export type Reply = Static<typeof Reply>

export const Presence = Type.Object({ session: Seq, online: Type.Boolean(), epoch: Epoch })
export type Presence = Static<typeof Presence>
