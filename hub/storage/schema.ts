/** The hub's tables as Kysely sees them. Every moment is ISO text, every JSON is text, every flag is 0 or 1. */

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

export interface WebhookEndpointTable extends Tenanted {
  endpoint_id: string
  name: string
  url: string
  events: string
  secret_sealed: string
  created_at: string
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
  /** JSON of the shape `OrderRecord`. */
  record: string
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

export interface ComponentTable extends Tenanted {
  component_id: string
  store_id: string
  component_type: string
  last_beat_at: string
  record: string
}

export interface EventTable extends Tenanted {
  /** UUID v7: roughly the order of writing; several processes write, so it is no cursor. */
  id: string
  /** `evt_` and 12 hex digits, as receivers see it. */
  event_id: string
  type: string
  version: number
  order_id: string | null
  sequence: number
  created_at: string
  /** The bytes that are signed and sent, made once. */
  body: Uint8Array
}

/** The box that was claimed for a store; how far it has synced is sync's own row. */
export interface BoxTable extends Tenanted {
  store_id: string
  /** Null until the box has fetched its credential. */
  credential_hash: string | null
  claimed_at: string
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

export interface HubTables {
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
  component: ComponentTable
  event: EventTable
  refund: RefundTable
  idempotency_key: IdempotencyKeyTable
  box: BoxTable
  claim: ClaimTable
}
