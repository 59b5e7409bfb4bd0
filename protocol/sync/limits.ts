/** Every limit and wait of sync, named once. Sizes are bytes of UTF-8, and are derived from what the API accepts: all of that must travel. */
import { BODY_BYTES_MAX } from "../http/body-limit.ts"

/** Ops in one batch, either way. */
export const BATCH_MAX = 200
/** JSON of the ops in one batch. An op that is larger than this travels alone. */
export const BATCH_BYTES_MAX = 96 * 1024
/** The same of a batch that travels compressed: a tenth of it or less is on the wire. */
export const GZIPPED_BATCH_BYTES_MAX = 512 * 1024
/** Characters of a message below which it travels as it is: it fits into one packet either way, and to compress it takes longer than all else about it. */
export const GZIPPED_MIN = 1_024

/**
 * An order as JSON. No body creates a larger one: `billingInformation` is stored twice, and the 50,000 values that a body may hold grow
 * by less than 1 MiB when their defaults and the digits of their numbers are written out. A correction or a payment that would make it
 * larger is refused.
 */
export const ORDER_BYTES_MAX = 4 * BODY_BYTES_MAX
/** All corrections of an order together: they travel with it, so that their repeats are known. */
export const CORRECTIONS_BYTES_MAX = 2 * BODY_BYTES_MAX
/** What others report of an order, and what happened to it: the aggregator's last report is the largest part. */
const REPORTS_BYTES_MAX = 2 * BODY_BYTES_MAX
/** One op: an order with all that travels with it. Larger is a bug of whoever wrote it. */
export const OP_BYTES_MAX = ORDER_BYTES_MAX + CORRECTIONS_BYTES_MAX + REPORTS_BYTES_MAX
/** What is around the ops in a message. */
const ENVELOPE_BYTES_MAX = 64 * 1024
/** One message, compressed or not, and unpacked: a broker lets it through. */
export const MESSAGE_BYTES_MAX = OP_BYTES_MAX + ENVELOPE_BYTES_MAX
/** Messages of one store that wait at the hub, together. One at its largest may always wait; what has no room is sent again. */
export const WAITING_BYTES_MAX = 2 * MESSAGE_BYTES_MAX

/** Batches that a store may have on their way at once, if the hub takes so many. */
export const IN_FLIGHT_MAX = 8
/** A further batch leaves before the last one was answered when so many ops wait: who is not behind gathers them instead. */
export const PIPELINED_MIN = 50
/** Ops of a batch that the hub applies in one transaction: everybody else's writes wait for it. */
export const SLICE_MAX = 50

export const RESEND_FIRST_MS = 5_000
export const RESEND_MAX_MS = 60_000
export const POLL_MS = 60_000
/** A poll waits 60 s ± 50 %: ten thousand stores must not ask in one second. */
export const POLL_SPREAD = 0.5
export const RESEND_SPREAD = 0.25

/** Commands that wait for a pull. The next one is not taken; the hub's caller repeats it. */
export const COMMANDS_PENDING_MAX = 64
/** How long a caller at the hub waits for a store. */
export const COMMAND_TIMEOUT_MS = 5_000
/** How long the hub lets its copy catch up with a command that the store has answered. */
export const COPY_WAIT_MS = 1_000

/** How far a store may be ahead of the hub's list: more than any hub restored from a backup has lost. A pull beyond it is not believed. */
export const DOWN_AHEAD_MAX = 1_000_000
/** Dead letters of one store that wait for a person. The hub takes no batch that would add another: the store keeps it and sends it again. */
export const DEAD_LETTERS_MAX = 1_000
export const DEAD_LETTER_BYTES_MAX = 64 * 1024 * 1024

/** Acknowledged ops are kept this long, so that a hub restored from a backup can be given them again. */
export const REPLAY_RETENTION_MS = 7 * 24 * 3_600_000
/** Fenced epochs that the hub remembers of one store. */
export const FENCED_OPS_MAX = 200
