/** The tables of the dashboard's people. */

interface UserTable {
  person_id: string
  account_id: string
  email: string
  /** Empty until the person has chosen a password: nothing matches it. */
  password_hash: string
  role: string
  name: string
  /** JSON list of the vendors that they see; null is all. */
  vendor_ids: string | null
  created_at: string | null
  last_sign_in_at: string | null
  disabled_at: string | null
}

interface UserSessionTable {
  token_hash: string
  person_id: string
  account_id: string
  /** Of the password that opened it: another password ends it. */
  password_stamp: string
  created_at: string
  used_at: string
}

interface UserLinkTable {
  token_hash: string
  person_id: string
  account_id: string
  expires_at: string
}

/** Failed sign-ins of an e-mail address or of an address on the net; `subject` says which, hashed. */
interface SignInTriesTable {
  subject: string
  failed: number
  last_at: string
  locked_until: string | null
}

interface UserAuditTable {
  audit_id: string
  account_id: string
  at: string
  /** Null for the command line. */
  person_id: string | null
  action: string
  subject: string | null
  /** JSON. */
  detail: string
  /** JSON list of the vendors that it is about; null is the account as a whole. */
  vendor_ids: string | null
}

export interface UserTables {
  person: UserTable
  person_session: UserSessionTable
  person_link: UserLinkTable
  sign_in_tries: SignInTriesTable
  person_audit: UserAuditTable
}
