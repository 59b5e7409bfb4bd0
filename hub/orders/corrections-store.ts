/** The corrections of an order in the hub's database, by their keys. */
import type { Correction, KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"

export async function findCorrection(scope: TenantRead, orderId: string, key: string): Promise<Correction | null> {
  const row = await scope
    .select("order_correction")
    .select("record")
    .where("order_id", "=", orderId)
    .where("key", "=", key)
    .executeTakeFirst()
  return row ? JSON.parse(row.record) : null
}

/** All of them, for the store that becomes the order's home. */
export async function correctionsOf(scope: TenantRead, orderId: string): Promise<KeyedCorrection[]> {
  const rows = await scope
    .select("order_correction")
    .select(["key", "record"])
    .where("order_id", "=", orderId)
    .orderBy("key")
    .execute()
  return rows.map(({ key, record }) => ({ key, correction: JSON.parse(record) }))
}

/** One that is there already stays: an op of a store may come again. */
export async function addCorrections(
  tx: TenantWrite,
  orderId: string,
  those: readonly KeyedCorrection[],
): Promise<void> {
  for (const { key, correction } of those) {
    const row = { order_id: orderId, key, record: JSON.stringify(correction) }
    await tx
      .insert("order_correction", row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
