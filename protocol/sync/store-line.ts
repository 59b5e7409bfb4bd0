/** The types of the store's sync machine: state, inputs and effects. */
import type { Ack, Command, Down, Notification, Op, Presence, Previous, Pull, Reply, Takes } from "./messages.ts"

/** The part of the state that is on the box's disk. */
export interface StoreFacts {
  readonly epoch: string
  readonly previous: Previous | null
  /** Number of the newest operation in the outbox. */
  readonly head: number
  /** The hub's last known watermark. */
  readonly acked: number
  readonly appliedDown: number
  readonly downMark: string | null
  /** Another box replaced this one: it still sends its leftover operations, but makes no new ones. */
  readonly fenced: boolean
}

/** The consecutive batches that wait for their acknowledgement. */
export interface Flight {
  /** First operation of the oldest batch. */
  readonly from: number
  /** Last operation of each sent batch, oldest first. */
  readonly ends: readonly number[]
  /** A further batch is being packed; its last operation is not known yet. */
  readonly packing: boolean
  readonly resendAt: number
  /** Repeats of the oldest batch. Above 0 no further batch is sent before an answer. */
  readonly tries: number
}

/** The whole state; the fields below are lost with the process. */
export interface StoreSyncState extends StoreFacts {
  readonly link: "up" | "down"
  readonly session: number
  readonly flight: Flight | null
  /** The hub has said on this connection that another box replaced this one. */
  readonly shutOut: boolean
  /** What the hub said on this connection that it supports. */
  readonly takes: Takes
  readonly pull: {
    readonly id: number
    readonly sentAt: number
    /** The hub's watermark when the pull was sent. A lower one in the answer means that the hub lost operations. */
    readonly acked: number
    readonly resendAt: number
    readonly tries: number
  } | null
  readonly pullId: number
  readonly pollAt: number
  readonly wantsPull: boolean
  /** Operations of the hub are being applied; the next pull waits. */
  readonly applying: boolean
  /** A new epoch is being opened; everything else waits. */
  readonly opening: boolean
  /** The hub needs operations that the outbox no longer has; a person must help. */
  readonly stuck: boolean
  readonly pendingCommands: readonly Command[]
  /** Upper bound of the hub's clock minus this machine's clock, in milliseconds; null until a pull was answered. */
  readonly hubAhead: number | null
  readonly lastAckAt: number | null
}

/** `now`: milliseconds of a monotonic clock. `chance`: random number from 0 to 1, for the waits. */
export interface Moment {
  readonly now: number
  readonly chance: number
}

export type StoreInput =
  | { readonly is: "link-up"; readonly session: number }
  | { readonly is: "link-down" }
  | { readonly is: "appended"; readonly head: number }
  /** `markAt`: the mark of the store's own operation at the message's `applied`; null if it is no longer stored. */
  | { readonly is: "ack"; readonly message: Ack; readonly markAt: string | null }
  | { readonly is: "down"; readonly message: Down; readonly markAt: string | null }
  | { readonly is: "poke"; readonly message: Notification }
  | { readonly is: "command"; readonly message: Command }
  | { readonly is: "down-applied"; readonly to: number; readonly mark: string | null }
  /** Applying failed; the next poll asks again. */
  | { readonly is: "down-failed" }
  | { readonly is: "executed"; readonly command: Command; readonly answer: unknown; readonly head: number }
  | { readonly is: "epoch-opened"; readonly epoch: string; readonly previous: Previous; readonly head: number }
  /** The batch `from` to `to` was sent. */
  | { readonly is: "sent"; readonly from: number; readonly to: number }
  /** The outbox no longer has the operations of the batch. */
  | { readonly is: "missing" }
  | { readonly is: "tick" }

type StoreAlarm = "DIVERGED" | "RESET_ASKED" | "FENCED" | "HUB_LOST_HISTORY" | "DOWN_GAP" | "COMMAND_LATE"

export type StoreEffect =
  /** Load as many operations from `from` on as fit and publish them; then `sent`. */
  | { readonly do: "send-batch"; readonly from: number; readonly gzip: boolean }
  | { readonly do: "send-pull"; readonly message: Pull }
  | { readonly do: "send-state"; readonly message: Presence }
  | { readonly do: "send-reply"; readonly hubId: string; readonly message: Reply }
  | { readonly do: "save-acked"; readonly acked: number }
  /** Apply in one transaction with the watermark; then `down-applied`. */
  | { readonly do: "apply-down"; readonly ops: readonly Op[] }
  /** Execute in one transaction that also stores the answer under the request id; then `executed`. */
  | { readonly do: "execute"; readonly command: Command }
  /** Copy the operations after `last` to a new epoch; then `epoch-opened`. */
  | { readonly do: "open-epoch"; readonly previous: { readonly epoch: string; readonly last: number } }
  | { readonly do: "save-fenced" }
  /** Reconnect, because this connection's last will is outdated. `above`: the next session must be higher. */
  | { readonly do: "reconnect"; readonly above: number }
  | { readonly do: "alarm"; readonly reason: StoreAlarm }

export interface StoreStep {
  readonly state: StoreSyncState
  readonly effects: readonly StoreEffect[]
}

/** The state at the start of the process. */
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
    pendingCommands: [],
    hubAhead: null,
    lastAckAt: null,
  }
}
