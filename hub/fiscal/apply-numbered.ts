/** Applies a document that a store numbered from its own point. Its order follows in another operation. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { TenantWrite } from "../storage/index.ts"
import { insertRequest, lockRequest, type StoredRequest, type Submission, saveRequest } from "./requests-store.ts"

/**
 * Returns why the operation can never apply, or null. A number that another request has needs a person. If the hub has numbered the same sale,
 * the store learns of it, and its order shows which document is valid.
 */
export async function applyNumbered(tx: TenantWrite, record: FiscalRecord): Promise<string | null> {
  if (record.side !== "appliance") return `REQUEST_OF_ANOTHER_SIDE: ${record.fiscalRequestId}`
  const submission = submissionOf(record)
  const known = await lockRequest(tx, record.fiscalRequestId)
  // A request that failed at first may have a number now; a number is never changed.
  if (known?.record.requestStatus === "GENERATED") return null
  const flag = missingNote(record)
  if (known) await saveRequest(tx, { ...known, record, submission, flag })
  else {
    const fresh: StoredRequest = { record, orderId: null, eventId: null, submission, flag }
    if (!(await insertRequest(tx, fresh))) return `FISCAL_NUMBER_TAKEN: ${record.representation.documentNumber}`
  }
  return null
}

/** A document that must be voided and got no credit note stays valid and needs a person. */
function missingNote({ operation, representation: { failure } }: FiscalRecord): string | null {
  return operation === "CANCEL" && failure ? `NOT_VOIDED: no credit note could be numbered (${failure.code})` : null
}

/** Without a number there is nothing to submit. */
export function submissionOf({ requestStatus }: FiscalRecord): Submission {
  return requestStatus === "GENERATED" ? "waiting" : "none"
}
