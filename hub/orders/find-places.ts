/** Finds the stores that injections name, many at once. */
import { invalid, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"
import { findStoresNamed } from "../tenants/index.ts"

export type NoPlace = "VALIDATION_ERROR" | "NOT_FOUND"

export type PlaceOf = (injection: Pick<OrderInjection, "store">) => Store | Refusal<NoPlace>

export async function findPlaces(
  scope: TenantRead,
  injections: readonly Pick<OrderInjection, "store">[],
): Promise<PlaceOf> {
  const named = injections.map(({ store }) => store)
  const stores = await findStoresNamed(scope, {
    ids: named.flatMap(({ id }) => id ?? []),
    codes: named.flatMap(({ id, code }) => (id === undefined ? (code ?? []) : [])),
  })
  const byId = new Map(stores.map((store) => [store.id, store]))
  const byCode = new Map(stores.map((store) => [store.code, store]))
  return ({ store: { id, code } }) => {
    if (id === undefined && code === undefined) return invalid({ path: "store", message: "must have an id or a code" })
    const found = id === undefined ? byCode.get(code ?? "") : byId.get(id)
    if (!found) return refuse("NOT_FOUND", `There is no store ${id ?? code}.`)
    if (code !== undefined && found.code !== code) {
      return invalid({ path: "store.code", message: "is not the code of the store with this id" })
    }
    return found
  }
}
