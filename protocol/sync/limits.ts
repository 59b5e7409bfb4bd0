/** Every limit and wait of sync, named once. */

/** Ops in one batch, either way. */
export const BATCH_MAX = 200
/** JSON of the ops in one batch. An op that is larger than this travels alone. */
export const BATCH_BYTES_MAX = 96 * 1024
/** The same of a batch that travels compressed: a tenth of it or less is on the wire. */
export const GZIPPED_BATCH_BYTES_MAX = 512 * 1024
/** Characters of a message below which it travels as it is: it fits into one packet either way, and to compress it takes longer than all else about it. */
export const GZIPPED_MIN = 1_024
/** One op. Larger is a bug of whoever wrote it. */
export const OP_BYTES_MAX = 512 * 1024
/** What a broker lets through: one op at its largest, and its envelope. */
export const MESSAGE_BYTES_MAX = 768 * 1024

/** What a compressed message may become: characters of three bytes, and its envelope. More is not unpacked. */
export const UNPACKED_BYTES_MAX = 2 * 1024 * 1024
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
export const COMMANDS_HELD_MAX = 64
/** How long a caller at the hub waits for a store. */
export const COMMAND_TIMEOUT_MS = 5_000
/** How long the hub lets its copy catch up with a command that the store has answered. */
export const COPY_WAIT_MS = 1_000

/** Acknowledged ops are kept this long, so that a hub restored from a backup can be given them again. */
export const REPLAY_KEPT_MS = 7 * 24 * 3_600_000
/** Fenced epochs that the hub remembers of one store. */
export const FENCED_KEPT_MAX = 200
