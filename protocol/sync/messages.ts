/** What travels between the two machines of sync, as schemas. */
import Type, { type Static } from "typebox"
import { BATCH_MAX } from "./limits.ts"

/** Beyond it whole numbers are no longer told apart, and no database keeps them. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER
/** The last moment that a date can name. */
const MOMENT_MAX_MS = 8_640_000_000_000_000

const Seq = Type.Integer({ minimum: 1, maximum: COUNT_MAX })
const Watermark = Type.Integer({ minimum: 0, maximum: COUNT_MAX })
const ClockMs = Type.Integer({ minimum: -MOMENT_MAX_MS, maximum: MOMENT_MAX_MS })
/** What every database keeps as it came: no NUL, no half of a surrogate pair. */
const PLAIN = "^[ -~]*$"
const Epoch = Type.String({ minLength: 8, maxLength: 64, pattern: PLAIN })
/** An op keeps its mark for life, also under another epoch: two logs that agree at a mark agree up to it. */
const Mark = Type.String({ minLength: 1, maxLength: 64, pattern: PLAIN })
const NoMark = Type.Union([Mark, Type.Null()])

export const Op = Type.Object({
  seq: Seq,
  mark: Mark,
  kind: Type.String({ minLength: 1, maxLength: 64, pattern: PLAIN }),
  at: Type.String({ minLength: 1, maxLength: 40, pattern: PLAIN }),
  body: Type.Unknown(),
  /** The hub's clock less the box's when the op was made, in milliseconds, as far as the box knew: `at` is the box's own time. */
  skewMs: Type.Optional(ClockMs),
})
export type Op = Static<typeof Op>

/**
 * The epoch that this one goes on from; the last op of it that both sides surely share; and how many of its later ops were
 * carried over under new numbers, because nobody could say whether the hub has them: the hub knows by their marks.
 */
export const Previous = Type.Object({ epoch: Epoch, last: Watermark, carried: Watermark })
export type Previous = Static<typeof Previous>

const Line = { epoch: Epoch, previous: Type.Union([Previous, Type.Null()]) }

/** What the store's log has come to while it says this, also what does not fit into it: the meter that nothing is lost. A box of before does not say it. */
export const ReportedState = Type.Object({ made: Watermark, acked: Watermark })
export type ReportedState = Static<typeof ReportedState>

export const Up = Type.Object({
  ...Line,
  told: Type.Optional(ReportedState),
  from: Seq,
  to: Seq,
  /** The mark of the op before `from`: only a log that stands on the same op as the hub's copy goes on from there. */
  mark: NoMark,
  ops: Type.Array(Op, { minItems: 1, maxItems: BATCH_MAX }),
})
export type Up = Static<typeof Up>

/** How the hub stands to the epoch that spoke: `reset` asks it to begin a new one that names the current one. */
export const SyncPosition = Type.Unsafe<"current" | "fenced" | "reset">({
  type: "string",
  enum: ["current", "fenced", "reset"],
})
export type SyncPosition = Static<typeof SyncPosition>

/** What this hub understands beyond one plain batch at a time; a hub of before does not say it. */
export const Takes = Type.Object({
  /** A batch may be the bytes of a gzip of its JSON. */
  gzip: Type.Optional(Type.Boolean()),
  /** Batches on their way at once: more than one only where what a store says arrives in order. */
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
  ...Line,
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
  /** The highest session of this store that the hub has heard. */
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
  /** The store's log once the command was done: the hub's copy shows its effects from here on. */
  head: Watermark,
  answer: Type.Unknown(),
})
export type Reply = Static<typeof Reply>

export const Presence = Type.Object({ session: Seq, online: Type.Boolean(), epoch: Epoch })
export type Presence = Static<typeof Presence>
