/** Tells a box that begins a new epoch, as one restored from a backup does, what it is known to have numbered: no number is given again. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink, LockStoreLogs } from "../tenants/index.ts"
import { lastOfBox } from "./requests-store.ts"

export const SEQUENCES_KIND = "fiscal.sequences"

export interface SequencesDeps {
  readonly downlink: Downlink
  readonly lockStoreLogs: LockStoreLogs
}

interface SequencesBody {
  readonly storeId: string
  readonly epoch: string
}

/** In the transaction that opens the epoch; a job, since the box's line is held in it. */
export async function sendSequences(tx: TenantWrite, ids: Ids, body: SequencesBody): Promise<void> {
  await enqueue(tx, ids, { kind: SEQUENCES_KIND, lane: `fiscal/sequences/${body.storeId}`, body })
}

export function sequencesKind({ downlink, lockStoreLogs }: SequencesDeps): TransactionalJobKind<SequencesBody> {
  return {
    retry: CALLBACK_RETRY,
    async apply(tx, { body: { storeId, epoch } }) {
      const sequences = await lastOfBox(tx, storeId)
      await downlink.append(tx.system, storeId, { kind: "fiscal.sequences", body: { epoch, sequences } })
      return { is: "processed", result: { sequences: sequences.length } }
    },
    lockFirst: (tx, jobs) =>
      lockStoreLogs(
        tx,
        jobs.map(({ body: { storeId } }) => storeId),
      ),
  }
}
