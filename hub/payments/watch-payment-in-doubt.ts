/** Enqueues a job that watches money which was paid by link but does not settle its order yet, in the transaction that records the payment. */
import { enqueue } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { StoredIntent } from "./charge.ts"
import { PAYMENT_IN_DOUBT_JOB, type PaymentDeps, type PaymentInDoubtJob } from "./deps.ts"

/** A part of the total, or money that does not fit. The register may still send it with the other tenders, under the attempt's id. */
export function isPaymentInDoubt({ placed, attempts }: StoredIntent): boolean {
  return (placed === "no" || placed === "unfit") && attempts.some(({ status }) => status === "succeeded")
}

export async function watchPaymentInDoubt(
  tx: TenantWrite,
  { ids }: Pick<PaymentDeps, "ids">,
  { externalOrderId }: StoredIntent,
): Promise<void> {
  const body: PaymentInDoubtJob = { externalOrderId }
  await enqueue(tx, ids, { kind: PAYMENT_IN_DOUBT_JOB, lane: `charge/${externalOrderId}`, body })
}
