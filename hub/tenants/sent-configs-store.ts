/** The configuration that each box received last. */
import type { SystemWrite } from "../storage/index.ts"

export async function sentHash({ db }: SystemWrite, storeId: string): Promise<string | null> {
  const query = db.selectFrom("store_config").select("content_hash").where("store_id", "=", storeId)
  return (await query.executeTakeFirst())?.content_hash ?? null
}

export async function setSentHash({ db }: SystemWrite, storeId: string, contentHash: string): Promise<void> {
  await db
    .insertInto("store_config")
    .values({ store_id: storeId, content_hash: contentHash })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet({ content_hash: contentHash }))
    .execute()
}
