/** Takes in what a store numbered from a point of its own; its order follows in an op of its own. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { TenantWrite } from "../storage/index.ts"
import { insertRequest, lockRequest, type StoredRequest, type Submission, saveRequest } from "./requests-store.ts"

/**
 * Answers why the op can never apply, or null once it has. A number that another request has is for a person to judge. Where the hub has
 * numbered the same sale, the store hears of it and says by its order which document stands.
 */
export async function applyNumbered(tx: TenantWrite, record: FiscalRecord): Promise<string | null> {
  if (record.side !== "appliance") return `REQUEST_OF_ANOTHER_SIDE: ${record.fiscalRequestId}`
  const submission = submissionOf(record)
  const known = await lockRequest(tx, record.fiscalRequestId)
  // One that failed at first may have its number now; one that has its number keeps it.
  if (known?.record.requestStatus === "GENERATED") return null
  const flag = missingNote(record)
  if (known) await saveRequest(tx, { ...known, record, submission, flag })
  else {
    const fresh: StoredRequest = { record, orderId: null, eventId: null, submission, flag }
    if (!(await insertRequest(tx, fresh))) return `FISCAL_NUMBER_TAKEN: ${record.representation.documentNumber}`
  }
  return null
}

/** A document that must be voided and got no credit note stands until a person has seen to it. */
function missingNote({ operation, representation: { failure } }: FiscalRecord): string | null {
  return operation === "CANCEL" && failure ? `NOT_VOIDED: no credit note could be numbered (${failure.code})` : null
}

/** Where nothing was drawn, nothing is to be sent. */
export function submissionOf({ requestStatus }: FiscalRecord): Submission {
  return requestStatus === "GENERATED" ? "waiting" : "none"
}
