/** Takes hold of a store for who gives it another box: of its account's boxes, then of its line, as everywhere, then of its row. */
import type { Store } from "../../protocol/shapes/store.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { findAnyStore, type HoldLines, holdBoxes, lockAnyStore } from "../tenants/index.ts"

export interface HoldingStore {
  readonly store: HubStore
  readonly holdLines: HoldLines
}

/** Until the commit nobody adds an order to the store, its box is not heard, and nobody sends something to all boxes; null where there is no such store. */
export async function holdStore(
  scope: SystemWrite,
  { store, holdLines }: HoldingStore,
  storeId: string,
): Promise<Store | null> {
  const known = await findAnyStore(scope, storeId)
  if (!known) return null
  await holdBoxes(scope, known.accountId, store.dialect)
  await holdLines(fence(scope, { accountId: known.accountId, vendorId: known.vendorId }, store.dialect), [storeId])
  return lockAnyStore(scope, storeId, store.dialect)
}
