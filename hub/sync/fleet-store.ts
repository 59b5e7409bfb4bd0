/** The lines of many stores at once, for headquarters: where each stands, and how much of each waits for a person. */
import type { Tenant, TenantRead } from "../storage/index.ts"
import { type LineView, viewOf } from "./create-sync.ts"
import { lineOf } from "./line-store.ts"
import { countParkedInStores } from "./parked-in-store-store.ts"
import { reading } from "./tables.ts"

export interface StoreLineView extends LineView {
  readonly storeId: string
  /** Earlier boxes, and earlier lives of this one, that no longer speak for the store. */
  readonly fenced: number
}

/** Those of the stores that have a line. */
export async function linesOf(scope: TenantRead, storeIds: readonly string[]): Promise<StoreLineView[]> {
  if (storeIds.length === 0) return []
  const rows = await reading(scope.system)
    .selectFrom("store_link")
    .selectAll()
    .where("account_id", "=", scope.tenant.accountId)
    .where("store_id", "in", [...storeIds])
    .execute()
  return rows.map((row) => {
    const { line } = lineOf(row)
    return { ...viewOf(line), storeId: row.store_id, fenced: line.fenced.length }
  })
}

/** Ops that wait for a person, at headquarters or in the box, by store; of those stores of the account that have any. */
export async function countParked(
  scope: Pick<TenantRead, "system"> & { readonly tenant: Pick<Tenant, "accountId"> },
): Promise<{ storeId: string; parked: number }[]> {
  const here = await countParkedHere(scope)
  const counts = new Map(here.map(({ storeId, parked }) => [storeId, parked]))
  for (const { storeId, parked } of await countParkedInStores(scope.system, scope.tenant.accountId)) {
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
