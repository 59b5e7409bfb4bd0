/** The hub's tables as Kysely sees them. Every moment is ISO text, every JSON is text, every flag is 0 or 1. */

import type { CallbackTable } from "./schema-callbacks.ts"
import type { FiscalTables } from "./schema-fiscal.ts"
import type { HealthTables } from "./schema-health.ts"

/** The two columns that fence a row to its tenant. */
interface Tenanted {
  account_id: string
  vendor_id: string
}

export interface AccountTable {
  account_id: string
  name: string
}

export interface VendorTable extends Tenanted {
  name: string
  country_code: string
  legal: string | null
}

/** A part of a vendor's configuration that is only ever read and replaced whole. */
export interface VendorDocumentTable extends Tenanted {
  kind: string
  /** JSON, or JSON that is sealed where the part carries secrets. */
  body: string
  sealed: number
}

export interface StoreTable extends Tenanted {
  store_id: string
  code: string | null
  /** JSON of the shape `Store`. */
  record: string
}

/** What a store's box was sent last, so that an unchanged configuration is not sent again. */
export interface StoreConfigTable {
  store_id: string
  content_hash: string
}

export interface DeclineReasonTable {
  account_id: string
  code: string
  group_code: string
  label: string
  display_order: number
  active: number
}

export interface ApiKeyTable {
  key_id: string
  account_id: string
  vendor_id: string | null
  name: string
  hash: string
  /** The first characters, by which a person recognises the key. */
  prefix: string
  scopes: string
  created_at: string
  revoked_at: string | null
}

export interface ClientCredentialTable extends Tenanted {
  client_id: string
  secret_hash: string
  username: string
  password_hash: string
  revoked_at: string | null
}

export interface WebhookEndpointTable {
  endpoint_id: string
  account_id: string
  /** Null: it hears of every vendor of its account. */
  vendor_id: string | null
  name: string
  url: string
  /** JSON: `*`, `order.*` or whole names. */
  events: string
  secret_sealed: string
  created_at: string
  /** The secret before the last rotation, which signs as well until then. */
  old_secret_sealed: string | null
  old_secret_until: string | null
  /** Its first failure since its last success. */
  failing_since: string | null
  /** A disabled endpoint keeps its deliveries, as `held`. */
  disabled_at: string | null
  disabled_why: string | null
}

export interface UserTable {
  user_id: string
  account_id: string
  email: string
  password_hash: string
  role: string
}

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
  /** JSON of the shape `AggregatorMirror`: the hub's own part of the order, wherever that is at home. */
  aggregator: string | null
}

/** An id that the hub gave to an order which its store had under another one. */
export interface OrderAliasTable extends Tenanted {
  alias_id: string
  order_id: string
}

export interface OrderCorrectionTable extends Tenanted {
  order_id: string
  key: string
  /** JSON of the shape `Correction`. */
  record: string
}

/** One row per method of an order, with all that a list of orders filters by. */
export interface OrderMethodTable
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

export interface LostSaleTable extends Tenanted {
  id: string
  store_id: string
  external_id: string
  recorded_at: string
  /** JSON of the shape `LostSale`. */
  record: string
}

export interface CashSaleTable extends Tenanted {
  order_id: string
  store_id: string
  sold_at: string
}

export interface BusinessDayTable extends Tenanted {
  store_id: string
  business_day: string
  status: string
  /** JSON of the shape `BusinessDay`. */
  record: string
}

export interface CashReconciliationTable extends Tenanted {
  id: string
  store_id: string
  business_day: string
  currency: string
  /** Empty when the close is of the whole store. */
  operator_uid: string
  session_external_id: string | null
  shift_start: string | null
  record: string
}

export interface EventTable extends Tenanted {
  /** UUID v7: roughly the order of writing; several processes write, so it is no cursor. */
  id: string
  /** `evt_` and 12 hex digits, as receivers see it. */
  event_id: string
  /** The id that a store made: `event_id` too, unless somebody had it before. */
  made_id: string | null
  type: string
  version: number
  order_id: string | null
  sequence: number
  created_at: string
  /** The bytes that are signed and sent, made once. */
  body: Uint8Array
}

/** An event on its way to one endpoint. */
export interface DeliveryTable extends Tenanted {
  delivery_id: string
  /** `event.id`. */
  event_key: string
  endpoint_id: string
  /** `waiting`, `held`, `delivered`, `dead` or `expired`. */
  status: string
  /** Counts how often it was set on its way; an earlier round's job does nothing. */
  round: number
  /** Of this round. */
  attempts: number
  created_at: string
  updated_at: string
  delivered_at: string | null
  last_status: number | null
  last_error: string | null
}

/** Both sides of one attempt to deliver. */
export interface DeliveryAttemptTable extends Tenanted {
  attempt_id: string
  delivery_id: string
  at: string
  duration_ms: number
  url: string
  request_headers: string
  status: number | null
  response_headers: string | null
  response_body: string | null
  error: string | null
}

/** Events of a time that are sent again, batch by batch: the row is its own cursor. */
export interface ReplayTable extends Tenanted {
  replay_id: string
  /** Null: every endpoint that wants the event. */
  endpoint_id: string | null
  from_at: string
  to_at: string
  cursor_at: string
  cursor_id: string
  total: number
  seen: number
  queued: number
  created_at: string
  ended_at: string | null
}

export interface ChargeIntentTable extends Tenanted {
  intent_id: string
  external_id: string
  store_id: string
  terminal_id: string | null
  channel: string
  currency: string
  country: string | null
  /** JSON of the shape `ChargeCustomer`. */
  customer: string | null
  /** Scaled. */
  amount_total: number
  status: string
  /** What its money did to its order: `no`, `waiting`, `settled`, `unfit` or `returned`. */
  placed: string
  created_at: string
  updated_at: string
}

export interface ChargeAttemptTable extends Tenanted {
  attempt_id: string
  intent_id: string
  slot: number
  attempt_number: number
  method_code: string
  provider_code: string | null
  country: string | null
  status: string
  /** Scaled. */
  amount: number
  link: string | null
  error: string | null
  /** The provider's own name of the payment. */
  reference: string | null
  paid_at: string | null
  created_at: string
  updated_at: string
}

/** A provider's webhook: written before anything is done about it, once for its id. */
export interface PaymentNoticeTable {
  account_id: string
  provider_code: string
  event_id: string
  reference: string
  attempt_id: string | null
  /** JSON of what was heard. */
  heard: string
  received_at: string
  applied_at: string | null
}

export interface PaymentProviderTable {
  account_id: string
  code: string
  kind: string
  url: string
  secret_sealed: string
}

/** The box that was claimed for a store; how far it has synced is sync's own row. */
export interface BoxTable extends Tenanted {
  store_id: string
  /** Null until the box has fetched its credential. */
  credential_hash: string | null
  claimed_at: string
}

/** The key under which secrets travel to a store's box. */
export interface BoxKeyTable {
  store_id: string
  /** Sealed with the hub's own key. */
  sealed: string
}

export interface ClaimTable {
  claim_id: string
  code_hash: string
  poll_hash: string
  epoch: string
  app_version: string
  address: string
  status: string
  store_id: string | null
  /** Of the credential that was handed out last; its first use ends the claim. */
  credential_hash: string | null
  expires_at: string
}

/** A request that carried an `Idempotency-Key`, and its answer once it has one. */
export interface IdempotencyKeyTable extends Tenanted {
  key_id: string
  endpoint: string
  key: string
  fingerprint: string
  /** Names the attempt that may write the answer. */
  token: string
  claimed_at: string
  answer: string | null
}

/** Work that must be done, and how far it has come. */
export interface JobTable extends Tenanted {
  job_id: string
  kind: string
  lane: string
  status: string
  /** 1: due, 2: later, 0: being worked on or ended. */
  waiting: number
  attempts: number
  fence: number
  run_at: string
  lease_until: string | null
  first_received_at: string
  ended_at: string | null
  /** JSON, as is the result. */
  body: string
  result: string | null
  /** A sentence. */
  error: string | null
  dismissed_at: string | null
  dismissed_note: string | null
}

/** A refund that is under way. */
export interface RefundTable extends Tenanted {
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

export interface HubTables extends FiscalTables, HealthTables {
  account: AccountTable
  vendor: VendorTable
  vendor_document: VendorDocumentTable
  store: StoreTable
  store_config: StoreConfigTable
  decline_reason: DeclineReasonTable
  api_key: ApiKeyTable
  client_credential: ClientCredentialTable
  webhook_endpoint: WebhookEndpointTable
  dashboard_user: UserTable
  orders: OrderTable
  order_alias: OrderAliasTable
  order_correction: OrderCorrectionTable
  order_method: OrderMethodTable
  lost_sale: LostSaleTable
  cash_sale: CashSaleTable
  business_day: BusinessDayTable
  cash_reconciliation: CashReconciliationTable
  event: EventTable
  callback: CallbackTable
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
  replay: ReplayTable
  job: JobTable
  refund: RefundTable
  charge_intent: ChargeIntentTable
  charge_attempt: ChargeAttemptTable
  payment_notice: PaymentNoticeTable
  payment_provider: PaymentProviderTable
  idempotency_key: IdempotencyKeyTable
  box: BoxTable
  box_key: BoxKeyTable
  claim: ClaimTable
}
