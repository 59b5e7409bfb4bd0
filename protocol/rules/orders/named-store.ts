/** Finds the store that a body names by id, code or both (docs/contract/orders.md#create-an-order). */
import { invalid, type Refusal, refuse } from "../../refusals.ts"
import type { Store } from "../../shapes/store.ts"

export interface StoreName {
  readonly id?: string
  readonly code?: string
}

/** The stores of one side. Ids are lower case. */
interface KnownStores {
  byId(id: string): Store | undefined
  byCode(code: string): Store | undefined
}

/** The key to look a store up by: its id in lower case, else its code. */
export function storeLookup({ id, code }: StoreName): StoreName {
  if (id !== undefined) return { id: id.toLowerCase() }
  return code === undefined ? {} : { code }
}

export function findNamedStore(
  named: StoreName,
  stores: KnownStores,
): Store | Refusal<"VALIDATION_ERROR" | "NOT_FOUND"> {
  const { id, code } = storeLookup(named)
  if (id === undefined && code === undefined) return invalid({ path: "store", message: "must have an id or a code" })
  const found = id === undefined ? stores.byCode(code ?? "") : stores.byId(id)
  if (!found) return refuse("NOT_FOUND", `There is no store ${named.id ?? code}.`)
  if (named.code !== undefined && found.code !== named.code) {
    return invalid({ path: "store.code", message: "is not the code of the store with this id" })
  }
  return found
}

/** A box has only its own store. */
export function singleStore(store: Store): KnownStores {
  return {
    byId: (id) => (id === store.id ? store : undefined),
    byCode: (code) => (code === store.code ? store : undefined),
  }
}
