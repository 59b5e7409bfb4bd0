/** Money that was paid by link and is not its order's yet is watched from the transaction that hears of it. */
import { enqueue } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { StoredIntent } from "./charge.ts"
import { PAYMENT_IN_DOUBT_JOB, type PaymentDeps, type PaymentInDoubtJob } from "./deps.ts"

/** A part of the total, or money that does not fit: the register may still send it with the other tenders, under the attempt's id. */
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
