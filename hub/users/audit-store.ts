/** The audit log: written in the transaction of the action, never changed. */
import { randomUUID } from "node:crypto"
import { USER_ACTIONS, type UserAction, type UserAudit } from "../../protocol/http/admin/audit.ts"
import { cursorPage } from "../../protocol/shapes/cursor-page.ts"
import type { SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"

export interface AuditAct {
  /** Null for an action on the command line. */
  readonly personId: string | null
  readonly action: UserAction
  /** A readable name of what was changed. */
  readonly subject?: string | null
  /** No secrets and no personal data of buyers. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** All vendors that the entry mentions. Null: the account as a whole. */
  readonly vendorIds: readonly string[] | null
}

/** For something of one vendor, or of the whole account if null. */
export function inVendor(vendorId: string | null): AuditAct["vendorIds"] {
  return vendorId === null ? null : [vendorId]
}

/** Every change by a user records an entry, in the same transaction. */
export async function recordAudit(tx: TenantWrite, deed: AuditAct): Promise<void> {
  await recordAuditOf(tx.system, tx.tenant.accountId, deed)
}

/** `recordAudit` without a vendor's scope. */
export async function recordAuditOf({ db, now }: SystemWrite, accountId: string, deed: AuditAct): Promise<void> {
  const row = {
    audit_id: randomUUID(),
    account_id: accountId,
    at: now,
    person_id: deed.personId,
    action: deed.action,
    subject: deed.subject ?? null,
    detail: JSON.stringify(deed.detail ?? {}),
    vendor_ids: deed.vendorIds?.length ? JSON.stringify(deed.vendorIds) : null,
  }
  await db.insertInto("person_audit").values(row).execute()
}

interface AuditQuery {
  /** The vendors that the reader may see. Null: the whole account. */
  readonly limitedTo: readonly string[] | null
  readonly personId: string | undefined
  readonly action: string | undefined
  /** The key of the last entry on the page before. */
  readonly after: readonly string[] | null
  readonly size: number
}

/** Newest first. */
export async function readAudit(scope: TenantRead, query: AuditQuery) {
  const { personId, action, size } = query
  // A single user has few entries, so they are scanned.
  const isLed = action !== undefined && personId === undefined
  const actions = isLed ? USER_ACTIONS.filter((known) => known.startsWith(action)) : [undefined]
  const found = await Promise.all(actions.map((one) => walk(scope, query, one)))
  const rows = found
    .flat()
    .sort(latestFirst)
    .slice(0, size + 1)
  const page = cursorPage(rows, size, (row) => [row.at, row.audit_id])
  const items = page.items.map(
    (row): UserAudit => ({
      id: row.audit_id,
      at: row.at,
      personId: row.person_id,
      email: row.email,
      action: row.action,
      subject: row.subject,
      detail: JSON.parse(row.detail),
    }),
  )
  return { items, next: page.next }
}

/** The next entries of one action, or of all. */
function walk(
  scope: TenantRead,
  { limitedTo, personId, action, after, size }: AuditQuery,
  one: UserAction | undefined,
) {
  let query = scope
    .selectAcrossVendors("person_audit")
    .leftJoin("person", "person.person_id", "person_audit.person_id")
    .select(["audit_id", "at", "person_audit.person_id", "action", "subject", "detail", "person.email"])
  if (limitedTo !== null) query = query.where(scope.dialect.within("person_audit.vendor_ids", limitedTo))
  if (personId !== undefined) query = query.where("person_audit.person_id", "=", personId)
  if (one !== undefined) query = query.where("action", "=", one)
  else if (action !== undefined) {
    const named = scope.dialect.aside("action")
    query = query.where(named, ">=", action).where(named, "<", action + PAST)
  }
  if (after) {
    const [at = "", id = ""] = after
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("at", "audit_id"), "<", tuple(at, id)))
  }
  return query
    .orderBy("at", "desc")
    .orderBy("audit_id", "desc")
    .limit(size + 1)
    .execute()
}

interface Placed {
  readonly at: string
  readonly audit_id: string
}

function latestFirst(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.audit_id < b.audit_id ? 1 : -1
}

/** Sorts after every text with the same beginning. */
const PAST = "\uffff"
