/** The corrections of an order in the hub's database, by their keys. */
import { sql } from "kysely"
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

/** The total size of an order's corrections, in bytes. */
export async function bytesOfCorrections(scope: TenantRead, orderId: string): Promise<number> {
  const row = await scope
    .select("order_correction")
    .select(sql<number | string>`coalesce(sum(octet_length(record)), 0)`.as("bytes"))
    .where("order_id", "=", orderId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** All corrections of an order, to be sent to the store that becomes its home. */
export async function correctionsOf(scope: TenantRead, orderId: string): Promise<KeyedCorrection[]> {
  const rows = await scope
    .select("order_correction")
    .select(["key", "record"])
    .where("order_id", "=", orderId)
    .orderBy("key")
    .execute()
  return rows.map(({ key, record }) => ({ key, correction: JSON.parse(record) }))
}

/** Reads and removes the corrections of an order that was replaced by its store's, for the store to apply. */
export async function takeCorrections(tx: TenantWrite, alias: string): Promise<KeyedCorrection[]> {
  const corrections = await correctionsOf(tx, alias)
  await tx.removeByKey("order_correction").where("order_id", "=", alias).execute()
  return corrections
}

/** An existing correction stays as it is, because a store may repeat an operation. */
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
