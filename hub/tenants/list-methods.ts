/**
 * Reads how the vendor's stores take money, both versions (docs/contract/methods.md#payment-method-configuration-version-2,
 * docs/contract/methods.md#payment-method-configuration-version-1).
 */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { listMethods, listMethodsByCountry } from "../../protocol/http/payment-methods.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import {
  type MethodsQuery,
  methodsByCountry,
  methodsOfStore,
  refuseBoth,
  SECRET_FIELDS,
  warningOf,
} from "../../protocol/rules/payments/payment-methods.ts"
import { countsOf, type Page, readPage } from "../../protocol/shapes/page.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import type { ReadMethods } from "./payment-methods.ts"
import { countryOfVendor, findStore, findStoreByCode, pageOfStores } from "./stores-store.ts"

interface ListMethodsDeps {
  readonly store: HubStore
  readonly readMethods: ReadMethods
}

export const listMethodsHandler =
  ({ store, readMethods }: ListMethodsDeps): Handler<typeof listMethods> =>
  ({ query, caller }) =>
    store.read(caller, async (scope) => {
      const page = readPage(query)
      const found = await storesAsked(scope, query, page)
      if (isRefusal(found)) return found
      const entries = await readMethods(scope)
      const data = {
        accountId: caller.accountId,
        vendorId: caller.vendorId,
        generatedAt: scope.now,
        stores: found.stores.map((of) => methodsOfStore(of, entries, query.channel ?? null)),
        warnings: found.stores.flatMap(warningOf),
        ...countsOf(found.total, page),
      }
      return { status: 200, data, headers: SECRET_FIELDS }
    })

export const listMethodsByCountryHandler =
  ({ store, readMethods }: ListMethodsDeps): Handler<typeof listMethodsByCountry> =>
  ({ caller }) =>
    store.read(caller, async (scope) => {
      const { vendorId } = caller
      const vendor = { vendorId, countryCode: await countryOfVendor(scope) }
      return { status: 200, data: methodsByCountry(vendor, await readMethods(scope)) }
    })

async function storesAsked(
  scope: TenantRead,
  { storeId, storeCode }: MethodsQuery,
  page: Page,
): Promise<{ stores: readonly Store[]; total: number } | Refusal<"VALIDATION_ERROR" | "NOT_FOUND">> {
  if (storeId === undefined && storeCode === undefined) return pageOfStores(scope, page)
  const both = refuseBoth({ storeId, storeCode })
  if (both) return both
  const store = storeId ? await findStore(scope, storeId.toLowerCase()) : await findStoreByCode(scope, storeCode ?? "")
  if (!store) return refuse("NOT_FOUND", `There is no store ${storeId ?? storeCode}.`)
  return { stores: page.page === 1 ? [store] : [], total: 1 }
}
