/** One key per enrolled box, created at its claim. It seals the secrets of the box's configuration, also in store logs. */
import { createKey, readKey, seal, unseal } from "../../runtime/secrets.ts"
import type { SystemRead, SystemWrite } from "../storage/index.ts"

const place = (storeId: string) => `store/${storeId}/box-key`

/** Each new box gets a new key, so it cannot open what was sealed for the former one. */
export async function renewBoxKey({ db }: SystemWrite, storeId: string, secretKey: Buffer): Promise<void> {
  const sealed = seal(createKey(), secretKey, place(storeId))
  await db
    .insertInto("box_key")
    .values({ store_id: storeId, sealed })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet({ sealed }))
    .execute()
}

/** The key as the box gets it once; null for a store without a box. */
export type ReadBoxKey = (scope: SystemRead | SystemWrite, storeId: string) => Promise<string | null>

export function createReadBoxKey(secretKey: Buffer): ReadBoxKey {
  return async ({ db }, storeId) => {
    const query = (db as SystemRead["db"]).selectFrom("box_key").select("sealed").where("store_id", "=", storeId)
    const row = await query.executeTakeFirst()
    return row ? unseal(row.sealed, secretKey, place(storeId)) : null
  }
}

/** Seals a text for the store's box; null without a box. */
export async function sealForBox(
  scope: SystemWrite,
  { storeId, place, plain }: { storeId: string; place: string; plain: string },
  secretKey: Buffer,
): Promise<string | null> {
  const key = await createReadBoxKey(secretKey)(scope, storeId)
  return key && seal(plain, readKey(key), place)
}
