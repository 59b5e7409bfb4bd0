/** Reads the store's payment methods, with or without the hub (docs/contract/methods.md#payment-method-configuration-version-2). */
import type { listMethods } from "../../protocol/http/payment-methods.ts"
import { refuse } from "../../protocol/refusals.ts"
import { methodsOfStore, refuseBoth, SECRET_FIELDS, warningOf } from "../../protocol/rules/payments/payment-methods.ts"
import { countsOf, readPage } from "../../protocol/shapes/page.ts"
import type { BoxHandler } from "../storage/index.ts"
import { readMethods, type SealKey } from "./methods-store.ts"
import { requireConfig } from "./store-config-store.ts"

export const listMethodsHandler =
  ({ sealKey }: { sealKey: SealKey }): BoxHandler<typeof listMethods> =>
  (tx, { query, caller }) => {
    const { storeId, storeCode, channel } = query
    const { store } = requireConfig(tx)
    const refused = refuseBoth(query)
    if (refused) return refused
    const isOtherStore = (storeId?.toLowerCase() ?? store.id) !== store.id || (storeCode ?? store.code) !== store.code
    if (isOtherStore) return refuse("NOT_FOUND", `This box is not of the store ${storeId ?? storeCode}.`)
    const page = readPage(query)
    const listed = page.page === 1 ? [store] : []
    const data = {
      accountId: caller.accountId,
      vendorId: caller.vendorId,
      generatedAt: tx.now,
      stores: listed.map((of) => methodsOfStore(of, readMethods(tx, sealKey), channel ?? null)),
      warnings: listed.flatMap(warningOf),
      ...countsOf(1, page),
    }
    return { status: 200, data, headers: SECRET_FIELDS }
  }
