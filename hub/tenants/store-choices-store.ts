/** The stores that a user may choose from. */
import type { StoreChoice } from "../../protocol/http/admin/store-choices.ts"
import { searchParts } from "../../protocol/rules/health/store-words.ts"
import { cursorPage } from "../../protocol/shapes/cursor-page.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"

interface StoreChoiceQuery {
  readonly vendorIds: readonly string[]
  readonly search: string
  readonly after: readonly string[] | null
  readonly size: number
}

/** By code; stores without one come first. An account may have thousands, so a part of the name can be searched. */
export async function readStoreChoices(scope: TenantRead, { vendorIds, search, after, size }: StoreChoiceQuery) {
  if (vendorIds.length === 0) return { items: [], next: null }
  let query = scope
    .selectAcrossVendors("store")
    .select(["store_id", "code", "record"])
    .where("vendor_id", "in", [...vendorIds])
  for (const part of searchParts(search)) query = query.where("words", "like", `%${part}%`)
  if (after) {
    const [code = "", id = ""] = after
    query = query.where(({ eb, or, and, fn, val }) => {
      const own = fn.coalesce("code", val(""))
      return or([eb(own, ">", code), and([eb(own, "=", code), eb("store_id", ">", id)])])
    })
  }
  const rows = await query
    .orderBy(({ fn, val }) => fn.coalesce("code", val("")))
    .orderBy("store_id")
    .limit(size + 1)
    .execute()
  const page = cursorPage(rows, size, (row) => [row.code ?? "", row.store_id])
  return { items: page.items.map(({ record }) => toChoice(JSON.parse(record))), next: page.next }
}

function toChoice(store: Store): StoreChoice {
  const { id, vendorId, code, name, countryCode, currency, timeZone } = store
  return { id, vendorId, code, name, countryCode, currency, timeZone }
}
