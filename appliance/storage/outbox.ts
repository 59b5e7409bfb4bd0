/** The outbox as other folders use it: an op recorded in a transaction reaches the hub exactly once. */
import type { SyncWatermark } from "../../protocol/shapes/business-day.ts"
import type { UpWrite } from "../../protocol/sync/ops.ts"
import type { BoxTx } from "./box-store.ts"

export interface Outbox {
  /** Writes an op in the caller's transaction and wakes the uplink after the commit. */
  record(tx: BoxTx, op: UpWrite): void
  /** Twelve hex digits for the id of an event. The box draws them and the hub takes them over. */
  hex12(): string
  /** Whether a kitchen ticket has this event's id. Undefined where there are no kitchen tickets. */
  isTicket?(tx: BoxTx, eventId: string): boolean
}

/** The outbox of a box that syncs with a hub. */
export interface NumberedOutbox extends Outbox {
  /** How far sync has come, including the ops of this transaction. */
  watermark(tx: BoxTx): SyncWatermark
}
