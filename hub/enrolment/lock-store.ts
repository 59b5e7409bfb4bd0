/** Locks a store before it gets another box: its account's boxes, then its log, then its row. Every writer locks in this order. */
import type { Store } from "../../protocol/shapes/store.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { findAnyStore, type LockStoreLogs, lockAnyStore, lockBoxes } from "../tenants/index.ts"

export interface LockStoreDeps {
  readonly store: HubStore
  readonly lockStoreLogs: LockStoreLogs
}

/** Until the commit no order is added to the store, no message of its box is applied, and nothing is sent to all boxes. Null if there is no such store. */
export async function lockStoreForBox(
  scope: SystemWrite,
  { store, lockStoreLogs }: LockStoreDeps,
  storeId: string,
): Promise<Store | null> {
  const known = await findAnyStore(scope, storeId)
  if (!known) return null
  await lockBoxes(scope, known.accountId, store.dialect)
  await lockStoreLogs(fence(scope, { accountId: known.accountId, vendorId: known.vendorId }, store.dialect), [storeId])
  return lockAnyStore(scope, storeId, store.dialect)
}
