/** Which stores have a box, and the hash of its one credential. */
import type { SystemRead, SystemWrite } from "../storage/index.ts"

export interface Place {
  readonly storeId: string
  readonly accountId: string
  readonly vendorId: string
}

/** Whether a box was claimed for the store. */
export async function isEnrolled({ db }: SystemRead | SystemWrite, storeId: string): Promise<boolean> {
  // The union of both scopes has no one call signature; reading is what both can do.
  const query = (db as SystemRead["db"]).selectFrom("box").select("store_id").where("store_id", "=", storeId)
  return (await query.executeTakeFirst()) !== undefined
}

/** The store's box from now on; whoever held its credential before holds nothing. */
export async function replaceBox({ db, now }: SystemWrite, place: Place): Promise<void> {
  const row = { credential_hash: null, claimed_at: now }
  await db
    .insertInto("box")
    .values({ store_id: place.storeId, account_id: place.accountId, vendor_id: place.vendorId, ...row })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet(row))
    .execute()
}

export async function setCredential({ db }: SystemWrite, storeId: string, hash: string): Promise<void> {
  await db.updateTable("box").set({ credential_hash: hash }).where("store_id", "=", storeId).execute()
}

export async function credentialHash({ db }: SystemRead, storeId: string): Promise<string | null> {
  const query = db.selectFrom("box").select("credential_hash").where("store_id", "=", storeId)
  return (await query.executeTakeFirst())?.credential_hash ?? null
}
