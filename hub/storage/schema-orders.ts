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
  /** Grows with each write of the row: what conditional updates compare. */
  version: number
  /** JSON of the shape `OrderRecord`; what it says of the aggregator is nobody's. */
  record: string
  /** 1: money was taken that the guest must have back. */
  to_return: Generated<number>
}

/** What its aggregator last said of an order: the hub's own part of it, wherever it is at home. */
interface OrderMirrorTable extends Tenanted {
  order_id: string
  /** JSON of the shape `AggregatorMirror`. */
  mirror: string
}

/** An id that the hub gave to an order which its store had under another one. */
interface OrderAliasTable extends Tenanted {
  alias_id: string
  order_id: string
  /** JSON of the order as the hub had it, until its store has been told of it; null where it heard before. */
  record: string | null
}

/** An open conflict of an order, as its store last said. */
interface OrderConflictTable extends Tenanted {
  order_id: string
  what: string
  conflict_key: string
  store_id: string
  order_code: string
  at: string
  /** JSON of the shape `OrderConflict`. */
  record: string
  /** When headquarters answered it, until the store has confirmed that. */
  asked_at: string | null
}

interface OrderCorrectionTable extends Tenanted {
  order_id: string
  key: string
  /** JSON of the shape `Correction`. */
  record: string
}

/** One row per method of an order, with all that a list of orders filters by. */
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

/** How many orders a list holds, kept by the database itself (`0045-order-counts.ts`); the sum over the lanes is the number. */
interface OrderCountTable extends Tenanted {
  /** Empty: of all orders, whatever they were paid with. */
  method: string
  /** `all`, `day` or `hour`. */
  part: string
  /** The business day, or the hour in which they were made; empty for all. */
  span: string
  status: string
  payment_status: string
  channel: string
  /** Empty where an order has none. */
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

/** A payment that was taken, or given back. */
interface MoneyMoveTable extends Tenanted {
  order_id: string
  position: number
  store_id: string
  moved_at: string
  /** Empty where nobody is named. */
  operator_uid: string
  method: string
  currency: string
  /** Scaled; negative when it was given back. */
  amount: number
}

/** A part of a day's figures: the sum over the shards is the figure. */
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
  /** Empty when the close is of the whole store. */
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
  /** The shift, or the count of a day, that it was used for. */
  used_by: string | null
  /** JSON of the shape `CashAuthorization`. */
  record: string
}

/** A refund that is under way. */
interface RefundTable extends Tenanted {
  refund_id: string
  external_id: string
  /** `holding`, `unsure`, `asking` or `telling`. */
  state: string
  /** JSON of the shape that `refunds-store.ts` names. */
  record: string
  attempts: number
  /** Until then it belongs to who has claimed it. */
  lease_until: string
  created_at: string
}

/** What was found here of a day that a store's box has closed. */
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
