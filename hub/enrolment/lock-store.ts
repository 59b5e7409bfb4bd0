/** Locks a store before it gets another box: its account's boxes, then its log, then its row. Every writer locks in this order. */
import type { Store } from "../../protocol/shapes/store.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { findAnyStore, lockAnyStore, lockBoxes } from "../tenants/index.ts"

/** Until the commit no order is added to the store, no message of its box is applied, and nothing is sent to all boxes. Null if there is no such store. */
export async function lockStoreForBox(
  scope: SystemWrite,
  { dialect }: Pick<HubStore, "dialect">,
  storeId: string,
): Promise<Store | null> {
  const known = await findAnyStore(scope, storeId)
  if (!known) return null
  await lockBoxes(scope, known.accountId, dialect)
  await lockStoreLogs(fence(scope, { accountId: known.accountId, vendorId: known.vendorId }, dialect), [storeId])
  return lockAnyStore(scope, storeId, dialect)
}
