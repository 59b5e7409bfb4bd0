/** The names of accounts and their vendors. */
import type { SystemRead, SystemWrite } from "../storage/index.ts"

type Scope = SystemRead | SystemWrite

interface VendorName {
  readonly id: string
  readonly name: string
  readonly countryCode: string
}

/** The vendors that a user may see, by id. `vendorIds` is null for every vendor of the account. */
export async function vendorsSeen(
  { db }: Scope,
  { accountId, vendorIds }: { accountId: string; vendorIds: readonly string[] | null },
): Promise<VendorName[]> {
  const rows = await (db as SystemRead["db"])
    .selectFrom("vendor")
    .select(["vendor_id", "name", "country_code"])
    .where("account_id", "=", accountId)
    .orderBy("vendor_id")
    .execute()
  const all = rows.map((row) => ({ id: row.vendor_id, name: row.name, countryCode: row.country_code }))
  return vendorIds === null ? all : all.filter(({ id }) => vendorIds.includes(id))
}

export async function findAccount({ db }: Scope, accountId: string): Promise<{ id: string; name: string } | null> {
  const query = (db as SystemRead["db"]).selectFrom("account").select(["account_id", "name"])
  const row = await query.where("account_id", "=", accountId).executeTakeFirst()
  return row ? { id: row.account_id, name: row.name } : null
}
