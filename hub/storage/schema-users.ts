/** The tables of the dashboard's users. */

interface UserTable {
  person_id: string
  account_id: string
  email: string
  /** Empty until the user has chosen a password. No password matches it. */
  password_hash: string
  role: string
  name: string
  /** JSON list of the vendors that the user may see. Null: all. */
  vendor_ids: string | null
  created_at: string | null
  last_sign_in_at: string | null
  disabled_at: string | null
}

interface UserSessionTable {
  token_hash: string
  person_id: string
  account_id: string
  /** Derived from the password at sign-in. A changed password ends the session. */
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

/** Failed sign-ins of an e-mail address or an IP address. `subject` is a hash of it. */
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
  /** Null for an action on the command line. */
  person_id: string | null
  action: string
  subject: string | null
  /** JSON. */
  detail: string
  /** JSON list of the vendors that it concerns. Null: the account as a whole. */
  vendor_ids: string | null
}

export interface UserTables {
  person: UserTable
  person_session: UserSessionTable
  person_link: UserLinkTable
  sign_in_tries: SignInTriesTable
  person_audit: UserAuditTable
}
