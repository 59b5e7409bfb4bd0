/** Finds the stores that injections name, many at once. */
import type { Refusal } from "../../protocol/refusals.ts"
import { lookedForBy, storeNamed } from "../../protocol/rules/orders/named-store.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"
import { findStoresNamed } from "../tenants/index.ts"

export type StoreNotFound = "VALIDATION_ERROR" | "NOT_FOUND"

export type FoundStore = (injection: Pick<OrderInjection, "store">) => Store | Refusal<StoreNotFound>

export async function findStores(
  scope: TenantRead,
  injections: readonly Pick<OrderInjection, "store">[],
): Promise<FoundStore> {
  const named = injections.map(({ store }) => lookedForBy(store))
  const stores = await findStoresNamed(scope, {
    ids: named.flatMap(({ id }) => id ?? []),
    codes: named.flatMap(({ code }) => code ?? []),
  })
  const byId = new Map(stores.map((store) => [store.id, store]))
  const byCode = new Map(stores.map((store) => [store.code, store]))
  const known = { byId: (id: string) => byId.get(id), byCode: (code: string) => byCode.get(code) }
  return ({ store }) => storeNamed(store, known)
}
