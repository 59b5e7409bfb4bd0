/**
 * Locks a charge until the commit: first the logs of its stores, then the charge, then its order. All code locks in this order, because
 * two transactions would otherwise wait for each other.
 */
import { storeOfExternal } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import type { StoredIntent } from "./charge.ts"
import { lockIntent, lockIntentOfOrder, type NamedCharge, nameOfIntent, nameOfOrder } from "./charges-store.ts"

export async function lockIntentWithStores(tx: TenantWrite, intentId: string): Promise<StoredIntent | null> {
  const named = await nameOfIntent(tx, intentId)
  if (!named) return null
  await lockStoreLogs(tx, await storesOfCharge(tx, named))
  return lockIntent(tx, intentId)
}

export async function lockIntentOfOrderWithStores(tx: TenantWrite, externalId: string): Promise<StoredIntent | null> {
  const named = await nameOfOrder(tx, externalId)
  if (!named) return null
  await lockStoreLogs(tx, await storesOfCharge(tx, named))
  return lockIntentOfOrder(tx, externalId)
}

/** Locks the store logs of many charges, for code that changes them one after another in one transaction. */
export async function lockStoreLogsOfOrders(tx: TenantWrite, externalIds: readonly string[]): Promise<void> {
  const stores = new Set<string>()
  for (const externalId of externalIds) {
    const named = await nameOfOrder(tx, externalId)
    for (const storeId of named ? await storesOfCharge(tx, named) : []) stores.add(storeId)
  }
  await lockStoreLogs(tx, [...stores])
}

/** The charge's store and its order's store, which are mostly the same. A store without a box has no log. */
async function storesOfCharge(tx: TenantWrite, { externalId, storeId }: NamedCharge): Promise<string[]> {
  const orders = await storeOfExternal(tx, externalId)
  return [...new Set([storeId, orders ?? storeId])]
}
