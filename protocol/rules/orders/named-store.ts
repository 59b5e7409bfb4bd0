/** Which store a body means: by its id in either case, by its code, or by both where they agree (docs/contract/orders.md#create-an-order). */
import { invalid, type Refusal, refuse } from "../../refusals.ts"
import type { Store } from "../../shapes/store.ts"

export interface StoreName {
  readonly id?: string
  readonly code?: string
}

/** The stores that a side knows, ids as they are kept. */
interface KnownStores {
  byId(id: string): Store | undefined
  byCode(code: string): Store | undefined
}

/** What a store is looked for by: its id, as it is kept, or its code where there is none. */
export function lookedForBy({ id, code }: StoreName): StoreName {
  if (id !== undefined) return { id: id.toLowerCase() }
  return code === undefined ? {} : { code }
}

export function storeNamed(named: StoreName, known: KnownStores): Store | Refusal<"VALIDATION_ERROR" | "NOT_FOUND"> {
  const { id, code } = lookedForBy(named)
  if (id === undefined && code === undefined) return invalid({ path: "store", message: "must have an id or a code" })
  const found = id === undefined ? known.byCode(code ?? "") : known.byId(id)
  if (!found) return refuse("NOT_FOUND", `There is no store ${named.id ?? code}.`)
  if (named.code !== undefined && found.code !== named.code) {
    return invalid({ path: "store.code", message: "is not the code of the store with this id" })
  }
  return found
}

/** A box knows its own store alone. */
export function onlyStore(store: Store): KnownStores {
  return {
    byId: (id) => (id === store.id ? store : undefined),
    byCode: (code) => (code === store.code ? store : undefined),
  }
}
