/** The tables of tenants: who they are, what they configured, which keys and boxes they hold. */
import type { Generated } from "kysely"
import type { Tenanted } from "./tenant-columns.ts"

interface AccountTable {
  account_id: string
  name: string
}

interface VendorTable extends Tenanted {
  name: string
  country_code: string
  legal: string | null
}

/** A part of a vendor's configuration that is only ever read and replaced whole. */
interface VendorDocumentTable extends Tenanted {
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
  /** Of its code and name: by what it is found (`storeWords`). */
  words: Generated<string>
  country: Generated<string>
}

/** What a store's box was sent last, so that an unchanged configuration is not sent again. */
interface StoreConfigTable {
  store_id: string
  content_hash: string
}

interface DeclineReasonTable {
  account_id: string
  code: string
  group_code: string
  label: string
  display_order: number
  active: number
}

interface ApiKeyTable {
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
  expires_at: string | null
  last_used_at: string | null
}

interface ClientCredentialTable extends Tenanted {
  client_id: string
  secret_hash: string
  username: string
  password_hash: string
  revoked_at: string | null
  created_at: string | null
  expires_at: string | null
  last_used_at: string | null
}

/** The box that was claimed for a store; how far it has synced is sync's own row. */
interface BoxTable extends Tenanted {
  store_id: string
  /** Null until the box has fetched its credential. */
  credential_hash: string | null
  claimed_at: string
}

/** A box that another has replaced: its credential opens nothing but the way to hand over what it had sold. */
interface FormerBoxTable {
  store_id: string
  credential_hash: string
  replaced_at: string
}

/** The key under which secrets travel to a store's box. */
interface BoxKeyTable {
  store_id: string
  /** Sealed with the hub's own key. */
  sealed: string
}

interface ClaimTable {
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
interface IdempotencyKeyTable extends Tenanted {
  key_id: string
  endpoint: string
  key: string
  fingerprint: string
  /** Names the attempt that may write the answer. */
  token: string
  claimed_at: string
  answer: string | null
}

/** A version of a paper's template; without country and vendor it is for all stores of the account. */
export interface PrintTemplateTable {
  account_id: string
  template_id: string
  version: number
  document: string
  country_code: string | null
  vendor_id: string | null
  created_at: string
  body: string
}

export interface TenantTables {
  account: AccountTable
  vendor: VendorTable
  vendor_document: VendorDocumentTable
  store: StoreTable
  store_config: StoreConfigTable
  decline_reason: DeclineReasonTable
  api_key: ApiKeyTable
  client_credential: ClientCredentialTable
  idempotency_key: IdempotencyKeyTable
  box: BoxTable
  box_key: BoxKeyTable
  former_box: FormerBoxTable
  claim: ClaimTable
  print_template: PrintTemplateTable
}
