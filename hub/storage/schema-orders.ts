/** The tables of orders and of a store's day. */
import type { Generated } from "kysely"
import type { Tenanted } from "./tenant-columns.ts"

export interface OrderTable extends Tenanted {
  order_id: string
  store_id: string
  external_id: string
  order_code: string
  status: string
  payment_status: string
  channel: string
  fulfilment: string | null
  business_day: string
  created_at: string
  updated_at: string
  /** `hub` until the order was offered to its store's box, `store` from then on. */
  home: string
  /** Rises with each write of the row. Conditional updates compare it. */
  version: number
  /** JSON of the shape `OrderRecord`. Its aggregator part is unused: see `order_mirror`. */
  record: string
  /** 1: the order holds money that must be returned to the guest. */
  to_return: Generated<number>
}

/** The last aggregator report of an order. Only the hub writes it, also for orders whose home is the store. */
interface OrderMirrorTable extends Tenanted {
  order_id: string
  /** JSON of the shape `AggregatorMirror`. */
  mirror: string
}

/** An id that the hub gave to an order which its store created under another id. */
interface OrderAliasTable extends Tenanted {
  alias_id: string
  order_id: string
  /** JSON of the hub's version, until its store has received it. Null if the store already knew it. */
  record: string | null
}

/** An open conflict of an order, as its store last reported it. */
interface OrderConflictTable extends Tenanted {
  order_id: string
  what: string
  conflict_key: string
  store_id: string
  order_code: string
  at: string
  /** JSON of the shape `OrderConflict`. */
  record: string
  /** When the back office answered it. Cleared when the store confirms. */
  asked_at: string | null
}

interface OrderCorrectionTable extends Tenanted {
  order_id: string
  key: string
  /** JSON of the shape `Correction`. */
  record: string
}

/** One row per method of an order, with all columns that a list filters by. */
interface OrderMethodTable
  extends Pick<
    OrderTable,
    | keyof Tenanted
    | "order_id"
    | "created_at"
    | "business_day"
    | "status"
    | "payment_status"
    | "channel"
    | "fulfilment"
    | "order_code"
    | "external_id"
  > {
  method: string
}

/** The number of orders in a list, kept by triggers (`0045-order-counts.ts`). The count is the sum over all lanes. */
interface OrderCountTable extends Tenanted {
  /** Empty: all orders, whatever their methods. */
  method: string
  /** `all`, `day` or `hour`. */
  part: string
  /** The business day, or the hour of creation. Empty for `all`. */
  span: string
  status: string
  payment_status: string
  channel: string
  /** Empty for an order without one. */
  fulfilment: string
  lane: number
  orders: number
}

interface LostSaleTable extends Tenanted {
  id: string
  store_id: string
  external_id: string
  recorded_at: string
  /** JSON of the shape `LostSale`. */
  record: string
}

/** A payment or a refund. */
interface MoneyMoveTable extends Tenanted {
  order_id: string
  position: number
  store_id: string
  moved_at: string
  /** Empty if no operator is named. */
  operator_uid: string
  method: string
  currency: string
  /** Scaled. Negative for a refund. */
  amount: number
}

/** Part of a day's totals: the sum over the shards is the total. */
interface DayRowTable extends Tenanted {
  store_id: string
  business_day: string
  shard: number
  currency: string
  kind: string
  code: string
  rate: string
  transactions: number
  amount: number
}

interface BusinessDayTable extends Tenanted {
  store_id: string
  business_day: string
  status: string
  /** JSON of the shape `BusinessDay`. */
  record: string
}

interface CashReconciliationTable extends Tenanted {
  id: string
  store_id: string
  business_day: string
  currency: string
  /** Empty for a close of the whole store. */
  operator_uid: string
  session_external_id: string | null
  shift_start: string | null
  reason: string
  /** Scaled. */
  discrepancy: number
  authorization_token_id: string | null
  record: string
}

interface CashShiftTable extends Tenanted {
  store_id: string
  shift_id: string
  business_day: string
  operator_uid: string
  opened_at: string
  closed_at: string | null
  /** JSON of the shape `Shift`. */
  record: string
}

interface DrawerOpeningTable extends Tenanted {
  store_id: string
  opening_id: string
  opened_at: string
  /** JSON of the shape `DrawerOpened`. */
  record: string
}

interface CashAuthorizationTable extends Tenanted {
  store_id: string
  authorization_token_id: string
  /** The shift or day count that used it. */
  used_by: string | null
  /** JSON of the shape `CashAuthorization`. */
  record: string
}

/** A refund in progress. */
interface RefundTable extends Tenanted {
  refund_id: string
  external_id: string
  /** `holding`, `unsure`, `asking` or `telling`. */
  state: string
  /** JSON of the shape that `refunds-store.ts` names. */
  record: string
  attempts: number
  /** Until then, the process that claimed it works on it. */
  lease_until: string
  created_at: string
}

/** The hub's own totals of a day that a store's box has closed. */
interface DayCheckTable extends Tenanted {
  store_id: string
  business_day: string
  checked_at: string
  agrees: number
  /** JSON of the shape `DayCertificate`. */
  found: string
}

export interface OrderTables {
  orders: OrderTable
  order_mirror: OrderMirrorTable
  order_alias: OrderAliasTable
  order_conflict: OrderConflictTable
  order_correction: OrderCorrectionTable
  order_method: OrderMethodTable
  order_count: OrderCountTable
  lost_sale: LostSaleTable
  money_move: MoneyMoveTable
  day_row: DayRowTable
  business_day: BusinessDayTable
  day_check: DayCheckTable
  cash_reconciliation: CashReconciliationTable
  cash_shift: CashShiftTable
  drawer_opening: DrawerOpeningTable
  cash_authorization: CashAuthorizationTable
  refund: RefundTable
}
