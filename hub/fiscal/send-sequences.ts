/** Sends a box that begins a new epoch, as after a restore, the last known number of each sequence, so that it gives none again. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStoreLogsOfJobs } from "../sync/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { lastOfBox } from "./requests-store.ts"

export const SEQUENCES_KIND = "fiscal.sequences"

interface SequencesDeps {
  readonly downlink: Downlink
}

interface SequencesBody {
  readonly storeId: string
  readonly epoch: string
}

/** Enqueued in the transaction that opens the epoch, which has locked the store's log. */
export async function sendSequences(tx: TenantWrite, ids: Ids, body: SequencesBody): Promise<void> {
  await enqueue(tx, ids, { kind: SEQUENCES_KIND, lane: `fiscal/sequences/${body.storeId}`, body })
}

export function sequencesKind({ downlink }: SequencesDeps): TransactionalJobKind<SequencesBody> {
  return {
    retry: CALLBACK_RETRY,
    async apply(tx, { body: { storeId, epoch } }) {
      const sequences = await lastOfBox(tx, storeId)
      await downlink.append(tx.system, storeId, { kind: "fiscal.sequences", body: { epoch, sequences } })
      return { is: "processed", result: { sequences: sequences.length } }
    },
    lockFirst: lockStoreLogsOfJobs,
  }
}
