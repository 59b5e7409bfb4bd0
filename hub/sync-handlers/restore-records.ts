/** Sends a box that starts a new epoch, such as one restored from a backup, the hub's records of its store that its disk may have lost. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Previous } from "../../protocol/sync/messages.ts"
import { latestPerId, type RestorableRecord, type RestoredRecord } from "../../protocol/sync/restorable-records.ts"
import type { Ids } from "../../runtime/ids.ts"
import { fiscalRecordOf, sendSequences } from "../fiscal/index.ts"
import { returnedOrder } from "../orders/index.ts"
import { dropQueued, enqueueAll, forgetBody, type JobKinds, type TransactionalJobKind } from "../queue/index.ts"
import { fence, type HubStore, type TenantWrite } from "../storage/index.ts"
import { lockStoreLogsOfJobs, recordsSince, replaceUnapplied, type SyncDeps } from "../sync/index.ts"
import type { Downlink } from "../tenants/index.ts"

export const RETURN_KIND = "records.returned"
/** For a box that shares no operations with the hub. */
export const NOTHING_COMMON: Previous = { epoch: "", last: 0, carried: 0 }
/** Replaces a part that is sent anew for a later epoch. No box waits for it. */
const REPLACED = { epoch: "", last: false, records: [] }
/** Bytes of JSON per operation. A larger record is sent alone. */
const PART_BYTES_MAX = 64 * 1024

interface ReturnBody {
  readonly storeId: string
  readonly epoch: string
  readonly last: boolean
  readonly records: readonly RestoredRecord[]
}

interface RestoreRecordsDeps {
  readonly storeId: string
  readonly epoch: string
  readonly kept: readonly RestorableRecord[]
}

/**
 * Runs in the transaction that opens the epoch, before any operation of it is applied, so that the records are older than anything the box does from
 * now on. Uses jobs, because that transaction holds the box's log.
 */
export async function returnRecords(
  tx: TenantWrite,
  ids: Ids,
  { storeId, epoch, kept }: RestoreRecordsDeps,
): Promise<void> {
  const records: RestoredRecord[] = []
  for (const one of latestPerId(kept)) {
    const record = "id" in one ? await readRecord(tx, one) : one
    if (record !== null) records.push(record)
  }
  const parts = splitByBytes(records)
  const jobs = parts.map((part, at): ReturnBody => ({ storeId, epoch, last: at === parts.length - 1, records: part }))
  const lane = laneOf(storeId)
  await enqueueAll(
    tx,
    ids,
    jobs.map((body) => ({ kind: RETURN_KIND, lane, body })),
  )
}

/** Tells a box that starts a new epoch which fiscal numbers it has used, and returns the records that it may have lost. */
export function createBeginEpoch({
  store,
  ids,
}: {
  store: Pick<HubStore, "dialect">
  ids: Ids
}): NonNullable<SyncDeps["onEpoch"]> {
  return async (scope, { storeId, ...tenant }, { epoch, since, oldest }) => {
    const tx = fence(scope, tenant, store.dialect)
    await sendSequences(tx, ids, { storeId, epoch })
    const replaced = await dropUnapplied(tx, storeId)
    const kept = await recordsSince(scope, storeId, { since: replaced ? NOTHING_COMMON : since, oldest })
    await returnRecords(tx, ids, { storeId, epoch, kept })
  }
}

/**
 * Removes records of an earlier epoch that the box has not applied; they are sent again for the new epoch. Otherwise a store that starts many epochs
 * would make the hub keep many copies. Returns whether there were any.
 */
async function dropUnapplied(tx: TenantWrite, storeId: string): Promise<boolean> {
  const queued = await dropQueued(tx, { kind: RETURN_KIND, lane: laneOf(storeId) })
  const sent = await replaceUnapplied(tx.system, storeId, { kind: RETURN_KIND, body: REPLACED })
  return queued + sent > 0
}

function laneOf(storeId: string): string {
  return `returned/${storeId}`
}

export function returnKinds({ downlink }: { downlink: Downlink }): JobKinds {
  const kind: TransactionalJobKind<ReturnBody> = {
    retry: CALLBACK_RETRY,
    laneMax: 1,
    // The last part ends the box's wait, so no part may come after it.
    blocksLane: true,
    async apply(tx, { id, body: { storeId, ...returned } }) {
      await forgetBody(tx, id)
      await downlink.append(tx.system, storeId, {
        kind: RETURN_KIND,
        body: { ...returned, records: [...returned.records] },
      })
      return { is: "processed", result: { records: returned.records.length } }
    },
    lockFirst: lockStoreLogsOfJobs,
  }
  return { [RETURN_KIND]: kind }
}

async function readRecord(tx: TenantWrite, { kind, id }: { kind: string; id: string }): Promise<RestoredRecord | null> {
  const body = kind === "order.changed" ? await returnedOrder(tx, id) : await fiscalRecordOf(tx, id)
  return body && { kind, body }
}

/** Returns at least one part, because the box waits for the last. */
export function splitByBytes(records: readonly RestoredRecord[]): RestoredRecord[][] {
  const parts: RestoredRecord[][] = [[]]
  let bytes = 0
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record))
    if (bytes > 0 && bytes + size > PART_BYTES_MAX) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(record)
    bytes += size
  }
  return parts
}
