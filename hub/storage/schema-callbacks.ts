/** The table of incoming reports. */

/** An accepted report. Its job in the queue has the same id. */
export interface CallbackTable {
  account_id: string
  vendor_id: string
  webhook_event_id: string
  order_id: string
  /** `aggregator`, `kitchen` or `fiscal`. */
  kind: string
  /** Identifies a repeated report of the same order and kind. */
  key: string
  step: string
  event_id: string
  received_at: string
  /** JSON of the store's result, if the store decides. Otherwise the job has the result. */
  outcome: string | null
}
