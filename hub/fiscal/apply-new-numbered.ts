/** Takes in many documents that a store numbered, each of another sale, in as many statements as one. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { TenantWrite } from "../storage/index.ts"
import { submissionOf } from "./apply-numbered.ts"
import { insertRequests, numberedAmong, type StoredRequest } from "./requests-store.ts"

/** Those that are done. Where something was numbered for the sale before, or the number is taken, it is left, untouched, for `applyNumbered`. */
export async function applyNewNumbered<Numbered extends { readonly record: FiscalRecord }>(
  tx: TenantWrite,
  documents: readonly Numbered[],
): Promise<ReadonlySet<Numbered>> {
  const own = documents.filter(({ record }) => record.side === "appliance")
  const sales = own.map(({ record }) => record.orderId)
  const known = await numberedAmong(tx, sales)
  const fresh = own.filter(({ record }) => !known.has(record.orderId))
  const added = await insertRequests(
    tx,
    fresh.map(({ record }): StoredRequest => {
      return { record, orderId: null, eventId: null, submission: submissionOf(record), flag: null }
    }),
  )
  return new Set(fresh.filter(({ record }) => added.has(record.fiscalRequestId)))
}
