/** Applies many documents of a store, each of another sale, with the statements of one. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { TenantWrite } from "../storage/index.ts"
import { submissionOf } from "./apply-numbered.ts"
import { insertRequests, numberedAmong, type StoredRequest } from "./requests-store.ts"

/** Returns those that it has applied. A sale with an earlier document, or a taken number, is left for `applyNumbered`. */
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
