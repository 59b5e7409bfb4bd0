/** Whether the database contains anything encrypted with the hub's secret key. */
import type { SystemRead } from "../storage/index.ts"

export async function keepsSealed({ db }: SystemRead): Promise<boolean> {
  const rows = await Promise.all([
    db.selectFrom("box_key").select("store_id as name").limit(1).executeTakeFirst(),
    db.selectFrom("webhook_endpoint").select("endpoint_id as name").limit(1).executeTakeFirst(),
    db.selectFrom("payment_provider").select("code as name").limit(1).executeTakeFirst(),
    db.selectFrom("vendor_document").select("kind as name").where("sealed", "=", 1).limit(1).executeTakeFirst(),
  ])
  return rows.some((row) => row !== undefined)
}
