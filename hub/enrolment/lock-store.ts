/** Takes hold of a store for who gives it another box: of its account's boxes, then of its line, as everywhere, then of its row. */
import type { Store } from "../../protocol/shapes/store.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { findAnyStore, type LockStoreLogs, lockAnyStore, lockBoxes } from "../tenants/index.ts"

export interface LockStoreDeps {
  readonly store: HubStore
  readonly lockStoreLogs: LockStoreLogs
}

/** Until the commit nobody adds an order to the store, its box is not heard, and nobody sends something to all boxes; null where there is no such store. */
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
