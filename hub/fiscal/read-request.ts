/** Reads a numbering request, with the document status of the authority's last ruling (docs/contract/fiscal.md#fiscal-request). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { readFiscalRequest as endpoint } from "../../protocol/http/fiscal.ts"
import { refuse } from "../../protocol/refusals.ts"
import { numberingFailureOf } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalRequestOf } from "../../protocol/rules/fiscal/fiscal-record.ts"
import type { HubStore } from "../storage/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { findRequestOfAccount } from "./requests-store.ts"

export const readRequestHandler =
  ({ store }: { store: HubStore }): Handler<typeof endpoint> =>
  ({ params, caller }) =>
    store.read(caller, async (scope) => {
      const kept = await findRequestOfAccount(scope, params.fiscalRequestId.toLowerCase())
      const place = kept && (await findStoreOfAccount(scope, kept.record.storeId))
      if (!place) return refuse("NOT_FOUND", `There is no fiscal request ${params.fiscalRequestId}.`)
      const policy = numberingFailureOf(place)
      return { status: 200, data: fiscalRequestOf(kept.record, { reused: false, policy }) }
    })
