/** The box's promise to the hub, as the rooms see it: what is recorded here in a transaction reaches the hub once. */
import type { SyncWatermark } from "../../protocol/shapes/business-day.ts"
import type { UpWrite } from "../../protocol/sync/ops.ts"
import type { BoxTx } from "./box-store.ts"

export interface Outbox {
  /** Writes an op in the caller's transaction and nudges the uplink after its commit. */
  record(tx: BoxTx, op: UpWrite): void
  /** Twelve hex digits, for the id of an event: drawn at the store, it goes up as it is. */
  hex12(): string
  /** Whether a kitchen ticket has this event's id; left out where there are none. */
  isTicket?(tx: BoxTx, eventId: string): boolean
}

/** The outbox of a box with a line to a hub. */
export interface NumberedOutbox extends Outbox {
  /** How far sync has come in this transaction, its own ops included. */
  watermark(tx: BoxTx): SyncWatermark
}
