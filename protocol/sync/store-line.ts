/** What the store's side of sync knows, hears and does: the types of its machine. */
import type { Ack, Command, Down, Notification, Op, Presence, Previous, Pull, Reply, Takes } from "./messages.ts"

/** What the box keeps on disk. */
export interface StoreFacts {
  readonly epoch: string
  readonly previous: Previous | null
  /** The newest op of the outbox. */
  readonly head: number
  /** The hub's watermark as last heard. */
  readonly acked: number
  readonly appliedDown: number
  readonly downMark: string | null
  /** Another box took this store over: the rest is handed over, and nothing new is numbered. */
  readonly fenced: boolean
}

/** The batches that wait for their acknowledgement, each beginning after the last op of the one before. */
export interface Flight {
  /** The first op of the oldest. */
  readonly from: number
  /** The last op of each that has left, oldest first. */
  readonly ends: readonly number[]
  /** The one after those is being packed: its last op is not known yet. */
  readonly packing: boolean
  readonly resendAt: number
  /** Above 0, or when the hub has passed one over, no further batch leaves before an answer. */
  readonly tries: number
}

/** What only lives as long as the process. */
export interface StoreSyncState extends StoreFacts {
  readonly link: "up" | "down"
  readonly session: number
  readonly flight: Flight | null
  /** The hub of this connection has reported that another box has taken over the store. */
  readonly shutOut: boolean
  /** What the hub of this connection has said that it takes. */
  readonly takes: Takes
  readonly pull: {
    readonly id: number
    readonly sentAt: number
    /** The hub's watermark as known when it was asked: an answer below it means that the hub has lost something. */
    readonly acked: number
    readonly resendAt: number
    readonly tries: number
  } | null
  readonly pullId: number
  readonly pollAt: number
  readonly wantsPull: boolean
  /** An answer of the hub is being applied; pulling waits for it. */
  readonly applying: boolean
  /** A new epoch is being opened; everything waits for it. */
  readonly opening: boolean
  /** The hub asks for ops that are no longer kept; someone must help. */
  readonly stuck: boolean
  readonly held: readonly Command[]
  /** At most so much is the hub's clock ahead of this machine's time; null until a pull was answered. */
  readonly hubAhead: number | null
  readonly lastAckAt: number | null
}

/** `now`: milliseconds on a clock that never jumps. `chance`: 0 to 1, for the spread of waits. */
export interface Moment {
  readonly now: number
  readonly chance: number
}

export type StoreInput =
  | { readonly is: "link-up"; readonly session: number }
  | { readonly is: "link-down" }
  | { readonly is: "appended"; readonly head: number }
  /** `markAt`: the mark of the store's own op at the message's `applied`, null when it is not kept. */
  | { readonly is: "ack"; readonly message: Ack; readonly markAt: string | null }
  | { readonly is: "down"; readonly message: Down; readonly markAt: string | null }
  | { readonly is: "poke"; readonly message: Notification }
  | { readonly is: "command"; readonly message: Command }
  | { readonly is: "down-applied"; readonly to: number; readonly mark: string | null }
  /** The disk would not take it: asked again at the next poll. */
  | { readonly is: "down-failed" }
  | { readonly is: "executed"; readonly command: Command; readonly answer: unknown; readonly head: number }
  | { readonly is: "epoch-opened"; readonly epoch: string; readonly previous: Previous; readonly head: number }
  /** The batch from `from` on has left; `to` is its last op. */
  | { readonly is: "sent"; readonly from: number; readonly to: number }
  /** The outbox no longer keeps what was asked for. */
  | { readonly is: "missing" }
  | { readonly is: "tick" }

type StoreAlarm = "DIVERGED" | "RESET_ASKED" | "FENCED" | "HUB_LOST_HISTORY" | "DOWN_GAP" | "COMMAND_LATE"

export type StoreEffect =
  /** Load the ops from `from` on, as many as fit, and publish them, compressed or not; then `sent`. */
  | { readonly do: "send-batch"; readonly from: number; readonly gzip: boolean }
  | { readonly do: "send-pull"; readonly message: Pull }
  | { readonly do: "send-state"; readonly message: Presence }
  | { readonly do: "send-reply"; readonly hubId: string; readonly message: Reply }
  | { readonly do: "save-acked"; readonly acked: number }
  /** One transaction with the watermark; then `down-applied`. */
  | { readonly do: "apply-down"; readonly ops: readonly Op[] }
  /** One transaction with the answer stored under the request id; then `executed`. */
  | { readonly do: "execute"; readonly command: Command }
  /** Carry the ops after `last` over to a new epoch; then `epoch-opened`. */
  | { readonly do: "open-epoch"; readonly previous: { readonly epoch: string; readonly last: number } }
  | { readonly do: "save-fenced" }
  /** Connect again: the last will of this connection names what is no longer so. `above`: the next session is higher. */
  | { readonly do: "reconnect"; readonly above: number }
  | { readonly do: "alarm"; readonly reason: StoreAlarm }

export interface StoreStep {
  readonly state: StoreSyncState
  readonly effects: readonly StoreEffect[]
}

/** The machine as it starts with the process. */
export function newStoreSyncState(facts: StoreFacts): StoreSyncState {
  return {
    ...facts,
    link: "down",
    session: 0,
    flight: null,
    shutOut: false,
    takes: {},
    pull: null,
    pullId: 0,
    pollAt: 0,
    wantsPull: false,
    applying: false,
    opening: false,
    stuck: false,
    held: [],
    hubAhead: null,
    lastAckAt: null,
  }
}
