/** Money that was paid by link and is not its order's yet is watched from the transaction that hears of it. */
import { enqueue } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { KeptIntent } from "./charge.ts"
import { type BridgeParts, DOUBT_JOB, type DoubtJob } from "./deps.ts"

/** A part of the total, or money that does not fit: the register may still send it with the other tenders, under the attempt's id. */
export function isInDoubt({ placed, attempts }: KeptIntent): boolean {
  return (placed === "no" || placed === "unfit") && attempts.some(({ status }) => status === "succeeded")
}

export async function watchDoubt(
  tx: TenantWrite,
  { ids }: Pick<BridgeParts, "ids">,
  { externalOrderId }: KeptIntent,
): Promise<void> {
  const body: DoubtJob = { externalOrderId }
  await enqueue(tx, ids, { kind: DOUBT_JOB, lane: `charge/${externalOrderId}`, body })
}
