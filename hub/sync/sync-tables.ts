/** The tables of sync for Kysely, and access to them from a scope of the hub's store. */
import type { Kysely } from "kysely"
import type { SystemRead, SystemWrite } from "../storage/index.ts"

export interface StoreLinkTable {
  store_id: string
  account_id: string
  vendor_id: string
  epoch: string | null
  applied: number
  mark: string | null
  /** JSON of the shape `Previous`. */
  previous: string | null
  /** JSON: the epochs that no longer speak for the store. */
  fenced: string
  /** JSON: the ids of epochs that were told to begin anew. */
  reset_epochs: string
  down_head: number
  down_offered: number
  down_acked: number
  session: number
  online: number
  last_heard_at: string | null
  /** The box's last report about its own log: its newest operation, and the newest that it knows to be at the hub. */
  told_made: number | null
  told_acked: number | null
}

export interface UpBatchTable {
  store_id: string
  epoch: string
  from_seq: number
  to_seq: number
  /** JSON array, in order. */
  marks: string
  /** JSON array of records that a restored box may need; null if there are none. */
  kept: string | null
  /** JSON array, in order: the hub's clock less the box's when each op was made, in milliseconds; null where the box did not know. */
  skews: string | null
  heard_at: string
}

interface DownOpTable {
  store_id: string
  seq: number
  mark: string
  kind: string
  at: string
  body: string
  offered_at: string | null
}

export interface DeadLetterTable {
  store_id: string
  epoch: string
  seq: number
  account_id: string
  vendor_id: string
  mark: string
  kind: string
  at: string
  body: string
  reason: string
  parked_at: string
  settled_at: string | null
  settled_how: string | null
}

interface StoreDeadLetterTable {
  store_id: string
  mark: string
  account_id: string
  vendor_id: string
  kind: string
  at: string
  reason: string
  parked_at: string
  tried_at: string | null
  /** 1: it may be applied late. */
  may_retry: number
  /** What the back office has asked the box to do; null once the box has answered. */
  asked_as: string | null
  asked_at: string | null
}

/** A type, not an interface: Kysely needs an index signature. */
type SyncTables = {
  store_link: StoreLinkTable
  up_batch: UpBatchTable
  down_op: DownOpTable
  parked_op: DeadLetterTable
  store_parked: StoreDeadLetterTable
}

export type SyncDb = Kysely<SyncTables>

export function reading(scope: SystemRead) {
  return scope.db.withTables<SyncTables>()
}

export function writing(scope: SystemWrite) {
  return scope.db.withTables<SyncTables>()
}
