/** The payments of the sandbox that the hub serves: a row for each payment, and for each refund of money that the sandbox never took. */
import type { Dialect } from "../../../../runtime/storage/dialect.ts"
import type { SystemRead, SystemWrite, Tenant } from "../../../storage/index.ts"
import type { Payment } from "./sandbox-file.ts"

/** A test payment is forgotten after this. */
const KEPT_MS = 90 * 86_400_000

export interface KeptBook {
  readonly accountId: string
  /** The attempt, or the refund that names none. */
  readonly key: string
  readonly payment: Payment | null
  readonly refunds: Readonly<Record<string, string>>
}

/** Finds a payment by the account's key, or by the id in its link, and locks it until the transaction ends. */
export async function holdBook(
  { db }: SystemWrite,
  dialect: Dialect,
  by: { readonly accountId: string; readonly key: string } | { readonly id: string },
): Promise<KeptBook | null> {
  const query = db.selectFrom("sandbox_payment").selectAll()
  const wanted =
    "id" in by ? query.where("id", "=", by.id) : query.where("account_id", "=", by.accountId).where("key", "=", by.key)
  const row = await dialect.forUpdate(wanted).executeTakeFirst()
  return row ? { accountId: row.account_id, key: row.key, ...JSON.parse(row.record) } : null
}

export async function findPayment({ db }: SystemRead, id: string): Promise<Payment | null> {
  const row = await db.selectFrom("sandbox_payment").select("record").where("id", "=", id).executeTakeFirst()
  return row ? JSON.parse(row.record).payment : null
}

/** Stores a new payment, and deletes the account's old ones. */
export async function addBook({ db, now }: SystemWrite, { accountId, key, ...book }: KeptBook): Promise<void> {
  const record = JSON.stringify(book)
  const row = { account_id: accountId, key, id: book.payment?.id ?? null, record, created_at: now }
  await db.insertInto("sandbox_payment").values(row).execute()
  const forgotten = new Date(Date.parse(now) - KEPT_MS).toISOString()
  const old = db.deleteFrom("sandbox_payment").where("account_id", "=", accountId)
  await old.where("created_at", "<", forgotten).execute()
}

export async function changeBook({ db }: SystemWrite, { accountId, key, ...book }: KeptBook): Promise<void> {
  const change = db.updateTable("sandbox_payment").set({ record: JSON.stringify(book) })
  await change.where("account_id", "=", accountId).where("key", "=", key).execute()
}

/** The tenant of a store: a webhook's job belongs to it. */
export async function tenantOfStore({ db }: SystemRead, storeId: string): Promise<Tenant | null> {
  const query = db.selectFrom("store").select(["account_id", "vendor_id"]).where("store_id", "=", storeId)
  const row = await query.executeTakeFirst()
  return row ? { accountId: row.account_id, vendorId: row.vendor_id } : null
}
