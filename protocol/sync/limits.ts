/** All limits and waits of sync. Sizes are bytes of UTF-8, derived from the API's limits, because everything that it accepts must fit. */
import { BODY_BYTES_MAX } from "../http/body-limit.ts"

/** Operations in one batch, in both directions. */
export const BATCH_MAX = 200
/** JSON of the operations in one batch. A larger operation is sent alone. */
export const BATCH_BYTES_MAX = 96 * 1024
/** The same for a compressed batch, before compression. */
export const GZIPPED_BATCH_BYTES_MAX = 512 * 1024
/** Shorter messages (in characters) are not compressed: they fit into one packet anyway. */
export const GZIPPED_MIN = 1_024

/**
 * An order as JSON. No request body creates a larger one: `billingInformation` is stored twice, and a body's at most 50,000 values grow by
 * less than 1 MiB when defaults and all digits are written out. A correction or payment that would make an order larger is refused.
 */
export const ORDER_BYTES_MAX = 4 * BODY_BYTES_MAX
/** All corrections of an order together. They are sent with it, so that both sides recognise repeats. */
export const CORRECTIONS_BYTES_MAX = 2 * BODY_BYTES_MAX
/** Reports and events of an order; the aggregator's last report is the largest part. */
const REPORTS_BYTES_MAX = 2 * BODY_BYTES_MAX
/** One operation: an order with corrections, reports and events. */
export const OP_BYTES_MAX = ORDER_BYTES_MAX + CORRECTIONS_BYTES_MAX + REPORTS_BYTES_MAX
/** A message without its operations. */
const ENVELOPE_BYTES_MAX = 64 * 1024
/** One message, before and after compression; brokers must accept this size. */
export const MESSAGE_BYTES_MAX = OP_BYTES_MAX + ENVELOPE_BYTES_MAX
/** All messages of one store that wait at the hub. Further ones are dropped, and the store sends them again. */
export const WAITING_BYTES_MAX = 2 * MESSAGE_BYTES_MAX

/** Batches that a store may have in flight, if the hub accepts so many. */
export const IN_FLIGHT_MAX = 8
/** With fewer waiting operations a store sends no further batch before the last one was answered. */
export const PIPELINED_MIN = 50
/** Operations that the hub applies in one transaction, during which other writes wait. */
export const SLICE_MAX = 50

export const RESEND_FIRST_MS = 5_000
export const RESEND_MAX_MS = 60_000
export const POLL_MS = 60_000
/** A poll waits 60 s ± 50 %, so that ten thousand stores do not poll in the same second. */
export const POLL_SPREAD = 0.5
export const RESEND_SPREAD = 0.25

/** Commands that wait for a pull. Further ones are dropped, and the hub's caller repeats them. */
export const COMMANDS_PENDING_MAX = 64
/** How long a caller at the hub waits for a store. */
export const COMMAND_TIMEOUT_MS = 5_000
/** How long the hub waits until its copy contains the effects of an answered command. */
export const COPY_WAIT_MS = 1_000

/** How far a store may be ahead of the hub's log, after a restore of the hub. A pull beyond it is ignored. */
export const DOWN_AHEAD_MAX = 1_000_000
/** Open dead letters of one store. The hub accepts no batch that would add another; the store sends it again later. */
export const DEAD_LETTERS_MAX = 1_000
export const DEAD_LETTER_BYTES_MAX = 64 * 1024 * 1024

/** Acknowledged operations are kept this long, to send them again to a hub that was restored from a backup. */
export const REPLAY_RETENTION_MS = 7 * 24 * 3_600_000
/** Fenced epochs that the hub remembers per store. */
export const FENCED_EPOCHS_MAX = 200
/** Epochs that were told to begin anew, which the hub remembers per store. */
export const RESET_EPOCHS_MAX = 32
