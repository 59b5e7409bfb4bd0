/** The tables that only the dashboard reads: who bought what, what people have put aside, what keys have asked. */
import type { Tenanted } from "./tenant-columns.ts"

/** A word by which an order of a buyer is found: document, telephone, e-mail. */
interface OrderBuyerTable extends Tenanted {
  order_id: string
  word: string
  created_at: string
}

/** What asked for a person and has no desk of its own to be dismissed at. */
interface DismissedItemTable extends Tenanted {
  kind: string
  item_key: string
  at: string
  person_id: string
  note: string
}

/** A request with a key, and its answer: 30 days, secrets and buyers taken out. */
interface RequestLogTable {
  log_id: string
  account_id: string
  vendor_id: string
  key_id: string
  at: string
  method: string
  /** As its endpoint has it: `/orders/:orderId`. */
  path: string
  status: number
  duration_ms: number
  request_id: string
  /** JSON of params, query and body; cut where it is long. */
  asked: string
  answered: string
}

export interface DashboardTables {
  order_buyer: OrderBuyerTable
  put_aside: DismissedItemTable
  request_log: RequestLogTable
}
