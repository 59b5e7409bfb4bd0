/** Reads a numbering request, with the authority's ruling if the hub has sent it (docs/contract/fiscal.md#fiscal-request). */
import type { readFiscalRequest as endpoint } from "../../protocol/http/fiscal.ts"
import { refuse } from "../../protocol/refusals.ts"
import { numberingFailureOf } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalRequestOf } from "../../protocol/rules/fiscal/fiscal-record.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findRequest } from "./requests-store.ts"

export const readRequestHandler: BoxHandler<typeof endpoint> = (tx, { params }) => {
  const record = findRequest(tx, params.fiscalRequestId.toLowerCase())
  if (!record) return refuse("NOT_FOUND", `There is no fiscal request ${params.fiscalRequestId}.`)
  const policy = numberingFailureOf(requireConfig(tx).store)
  return { status: 200, data: fiscalRequestOf(record, { reused: false, policy }) }
}
