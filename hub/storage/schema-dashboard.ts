/** Tables that only the dashboard reads: buyers of orders, dismissed action items, the request log. */
import type { Tenanted } from "./tenant-columns.ts"

/** A search word for orders of a buyer: document, phone number or e-mail address. */
interface OrderBuyerTable extends Tenanted {
  order_id: string
  word: string
  created_at: string
}

/** An action item that a user dismissed and that has no table of its own. */
interface DismissedItemTable extends Tenanted {
  kind: string
  item_key: string
  at: string
  person_id: string
  note: string
}

/** A request with a key and its answer, kept for 30 days without secrets and personal data. */
interface RequestLogTable {
  log_id: string
  account_id: string
  vendor_id: string
  key_id: string
  at: string
  method: string
  /** The endpoint's path pattern: `/orders/:orderId`. */
  path: string
  status: number
  duration_ms: number
  request_id: string
  /** JSON of params, query and body, shortened if long. */
  asked: string
  answered: string
}

export interface DashboardTables {
  order_buyer: OrderBuyerTable
  put_aside: DismissedItemTable
  request_log: RequestLogTable
}
