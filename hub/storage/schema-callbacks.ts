/** The table of reports that came in, as Kysely sees it. */

/** A report that was accepted: it logs the order's journey, and its job in the queue has the same id. */
export interface CallbackTable {
  account_id: string
  vendor_id: string
  webhook_event_id: string
  order_id: string
  /** `aggregator`, `kitchen` or `fiscal`. */
  kind: string
  /** What makes it a repeat, within order and kind. */
  key: string
  step: string
  event_id: string
  received_at: string
  /** JSON of what the store said came of it, where a store is its judge; else the job knows. */
  outcome: string | null
}
