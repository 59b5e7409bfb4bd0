/** The state of the rollout: the version of each box, and the halted rings. */
import type { SystemRead, SystemWrite, TenantRead, TenantWrite } from "../storage/index.ts"

interface RunningVersion {
  readonly version: string
  readonly platform: string
  readonly heardAt: string
}

export async function readRunning({ db }: SystemRead, storeId: string): Promise<RunningVersion | null> {
  const query = db.selectFrom("box_version").select(["version", "platform", "heard_at"])
  const row = await query.where("store_id", "=", storeId).executeTakeFirst()
  return row ? { version: row.version, platform: row.platform, heardAt: row.heard_at } : null
}

export async function saveRunning(
  { db, now }: SystemWrite,
  { storeId, version, platform }: { storeId: string; version: string; platform: string },
): Promise<void> {
  const fresh = { version, platform, heard_at: now }
  const place = db.selectFrom("store").select(["account_id", "vendor_id"]).where("store_id", "=", storeId)
  const owner = await place.executeTakeFirst()
  if (!owner) return
  await db
    .insertInto("box_version")
    .values({ store_id: storeId, ...owner, ...fresh })
    .onConflict((conflict) => conflict.column("store_id").doUpdateSet({ ...owner, ...fresh }))
    .execute()
}

export async function isHalted({ db }: SystemRead, storeId: string, ring: string): Promise<boolean> {
  const row = await db
    .selectFrom("store")
    .innerJoin("update_halt", (join) =>
      join
        .onRef("update_halt.account_id", "=", "store.account_id")
        .onRef("update_halt.vendor_id", "=", "store.vendor_id"),
    )
    .select("update_halt.halted_at")
    .where("store.store_id", "=", storeId)
    .where("update_halt.ring", "=", ring)
    .executeTakeFirst()
  return row !== undefined
}

export interface Halt {
  readonly vendorId: string
  readonly ring: string
  readonly haltedAt: string
}

export async function readHalts(scope: TenantRead, vendorIds: readonly string[]): Promise<Halt[]> {
  const query = scope.selectAcrossVendors("update_halt").select(["vendor_id", "ring", "halted_at"])
  const rows = await query.where("vendor_id", "in", [...vendorIds]).execute()
  return rows.map(({ vendor_id, ring, halted_at }) => ({ vendorId: vendor_id, ring, haltedAt: halted_at }))
}

export async function setHalt(
  { system, tenant: { accountId } }: TenantWrite,
  { vendorIds, ring, halted }: { vendorIds: readonly string[]; ring: string; halted: boolean },
): Promise<void> {
  for (const vendorId of vendorIds) {
    const key = { account_id: accountId, vendor_id: vendorId, ring }
    if (halted)
      await system.db
        .insertInto("update_halt")
        .values({ ...key, halted_at: system.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await system.db
        .deleteFrom("update_halt")
        .where("account_id", "=", accountId)
        .where("vendor_id", "=", vendorId)
        .where("ring", "=", ring)
        .execute()
  }
}

/** Counts boxes by their store's ring and version. Null is the default ring. */
export async function countVersions(
  scope: TenantRead,
  vendorIds: readonly string[],
): Promise<{ ring: string | null; version: string; stores: number }[]> {
  const rows = await scope
    .selectAcrossVendors("box_version")
    .leftJoin("update_ring", "update_ring.store_id", "box_version.store_id")
    .select(["update_ring.ring", "box_version.version"])
    .select(({ fn }) => fn.countAll<number | string>().as("stores"))
    .where("box_version.vendor_id", "in", [...vendorIds])
    .groupBy(["update_ring.ring", "box_version.version"])
    .execute()
  return rows.map(({ ring, version, stores }) => ({ ring, version, stores: Number(stores) }))
}
