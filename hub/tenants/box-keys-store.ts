/** One key per enrolled box, made when it is claimed: what is secret in its configuration is sealed with it, on the way and in every log. */
import { createKey, readKey, seal, unseal } from "../../runtime/secrets.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"

const place = (storeId: string) => `store/${storeId}/box-key`

/** A new box, a new key: what was sealed for the one before stays shut to it. */
export async function renewBoxKey({ db }: SystemWrite, storeId: string, secretKey: Buffer): Promise<void> {
  const sealed = seal(createKey(), secretKey, place(storeId))
  await db
    .insertInto("box_key")
    .values({ store_id: storeId, sealed })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet({ sealed }))
    .execute()
}

/** As the box is told it, once; null for a store without a box. */
export type ReadBoxKey = (scope: SystemRead | SystemWrite, storeId: string) => Promise<string | null>

export function createReadBoxKey(secretKey: Buffer): ReadBoxKey {
  return async ({ db }, storeId) => {
    const query = (db as SystemRead["db"]).selectFrom("box_key").select("sealed").where("store_id", "=", storeId)
    const row = await query.executeTakeFirst()
    return row ? unseal(row.sealed, secretKey, place(storeId)) : null
  }
}

/** Seals a text for the store's box; null while it has none. */
export async function sealForBox(
  scope: SystemWrite,
  { storeId, place, plain }: { storeId: string; place: string; plain: string },
  secretKey: Buffer,
): Promise<string | null> {
  const key = await createReadBoxKey(secretKey)(scope, storeId)
  return key && seal(plain, readKey(key), place)
}
