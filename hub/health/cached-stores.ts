/** Keeps the stores that heartbeats name in memory for a few seconds, because nearly every heartbeat names a recent one. */

import type { Store } from "../../protocol/shapes/store.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { HubStore, Tenant } from "../storage/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"

/** After this time a changed store is read again. */
const KEEP_MS = 5_000
const KEPT_MAX = 20_000

/** A store of the tenant's account, of any vendor; null when there is none. */
export type FindCachedStore = (tenant: Tenant, storeId: string) => Promise<Store | null>

export function createCachedStores({ store, clock }: { store: HubStore; clock: Clock }): FindCachedStore {
  const kept = new Map<string, { readonly place: Store; readonly until: number }>()
  return async (tenant, storeId) => {
    const key = `${tenant.accountId}/${storeId}`
    const known = kept.get(key)
    const now = clock.ms()
    // A clock that was set back must not keep a store for hours.
    if (known && known.until > now && known.until - now <= KEEP_MS) return known.place
    const place = await store.read(tenant, (scope) => findStoreOfAccount(scope, storeId))
    if (!place) return null
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(key, { place, until: now + KEEP_MS })
    return place
  }
}
