/** The tables of tenants: accounts, vendors and stores, their configuration, keys and boxes. */
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

/** A part of a vendor's configuration that is read and replaced as a whole. */
interface VendorDocumentTable extends Tenanted {
  kind: string
  /** JSON. Encrypted if the part contains secrets. */
  body: string
  sealed: number
}

export interface StoreTable extends Tenanted {
  store_id: string
  code: string | null
  /** JSON of the shape `Store`. */
  record: string
  /** The words of code and name that a search finds the store by (`storeWords`). */
  words: Generated<string>
  country: Generated<string>
}

/** The configuration that a store's box received last. An unchanged one is not sent again. */
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
  /** The key's first characters, shown so that users recognise it. */
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

/** The box that is claimed for a store. Its sync position has a table of its own. */
interface BoxTable extends Tenanted {
  store_id: string
  /** Null until the box has fetched its credential. */
  credential_hash: string | null
  claimed_at: string
}

/** A replaced box. Its credential only lets it deliver its leftover sales. */
interface FormerBoxTable {
  store_id: string
  credential_hash: string
  replaced_at: string
}

/** The key that encrypts a store's secrets on their way to its box. */
interface BoxKeyTable {
  store_id: string
  /** Encrypted with the hub's own key. */
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
  /** Hash of the credential that was issued last. Its first use ends the claim. */
  credential_hash: string | null
  expires_at: string
}

/** A request with an `Idempotency-Key`. The answer is null until there is one. */
interface IdempotencyKeyTable extends Tenanted {
  key_id: string
  endpoint: string
  key: string
  fingerprint: string
  /** Identifies the attempt that may write the answer. */
  token: string
  claimed_at: string
  answer: string | null
}

/** A version of a print template. Without country and vendor it applies to all stores of the account. */
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
