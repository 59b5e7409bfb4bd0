/** Reads the sync states and dead letter counts of many stores at once, for the dashboard. */
import type { StoreContact } from "../../protocol/rules/health/store-contact.ts"
import { lossMeter } from "../../protocol/rules/health/store-health.ts"
import { createStatement } from "../../runtime/storage/statement.ts"
import type { Tenant, TenantRead } from "../storage/index.ts"
import { type SyncStateView, viewOf } from "./create-sync.ts"
import { countStoreDeadLetters } from "./store-dead-letters-store.ts"
import { toSyncState } from "./sync-state-store.ts"
import { reading, type SyncDb } from "./sync-tables.ts"

export interface StoreSyncRow extends SyncStateView {
  readonly storeId: string
  /** Earlier boxes, and earlier lives of this one, that no longer speak for the store. */
  readonly fenced: number
}

/** Those of the stores that have a line. */
export async function syncRowsOf(scope: TenantRead, storeIds: readonly string[]): Promise<StoreSyncRow[]> {
  if (storeIds.length === 0) return []
  const rows = await reading(scope.system)
    .selectFrom("store_link")
    .selectAll()
    .where("account_id", "=", scope.tenant.accountId)
    .where("store_id", "in", [...storeIds])
    .execute()
  return rows.map((row) => {
    const { state } = toSyncState(row)
    return { ...viewOf(state), storeId: row.store_id, fenced: state.fenced.length }
  })
}

interface StoreContactView extends StoreContact {
  readonly storeId: string
  /** What the store had not sent at its last contact; null until its box has said. */
  readonly unsent: number | null
}

/** The last contact with each of the stores that have a line. */
export async function contactsOf(scope: TenantRead, storeIds: readonly string[]): Promise<StoreContactView[]> {
  if (storeIds.length === 0) return []
  const { accountId } = scope.tenant
  const { rows } = await contactRows(reading(scope.system), { accountId, ids: scope.dialect.listOf(storeIds) })
  return rows.map((row) => {
    const told = row.told_made === null ? null : { made: Number(row.told_made), acked: Number(row.told_acked ?? 0) }
    const unsent = lossMeter(row.applied, told)?.unsent ?? null
    return { storeId: row.store_id, online: row.online === 1, heardAt: row.last_heard_at, unsent }
  })
}

const contactRows = createStatement((db: SyncDb, at: { accountId: string; ids: unknown }, dialect) =>
  db
    .selectFrom("store_link")
    .select(["store_id", "online", "last_heard_at", "applied", "told_made", "told_acked"])
    .where("account_id", "=", at.accountId)
    .where(dialect.isAmong("store_id", at.ids)),
)

/** Operations that wait for a person, at the back office or in the box, by store; of those stores of the account that have any. */
export async function countDeadLetters(
  scope: Pick<TenantRead, "system"> & { readonly tenant: Pick<Tenant, "accountId"> },
): Promise<{ storeId: string; parked: number }[]> {
  const here = await countParkedHere(scope)
  const counts = new Map(here.map(({ storeId, parked }) => [storeId, parked]))
  for (const { storeId, parked } of await countStoreDeadLetters(scope.system, scope.tenant.accountId)) {
    counts.set(storeId, (counts.get(storeId) ?? 0) + parked)
  }
  return [...counts].map(([storeId, parked]) => ({ storeId, parked }))
}

async function countParkedHere(
  scope: Pick<TenantRead, "system"> & { readonly tenant: Pick<Tenant, "accountId"> },
): Promise<{ storeId: string; parked: number }[]> {
  const rows = await reading(scope.system)
    .selectFrom("parked_op")
    .select(["store_id", ({ fn }) => fn.countAll<number | string>().as("parked")])
    .where("account_id", "=", scope.tenant.accountId)
    .where("settled_at", "is", null)
    .groupBy("store_id")
    .execute()
  return rows.map(({ store_id, parked }) => ({ storeId: store_id, parked: Number(parked) }))
}
