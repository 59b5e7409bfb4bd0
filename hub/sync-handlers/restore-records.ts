/** Gives a box that begins a new epoch, as one restored from a backup does, what the hub has of its store and its disk may have lost. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Previous } from "../../protocol/sync/messages.ts"
import { latestPerId, type RestorableRecord, type RestoredRecord } from "../../protocol/sync/restorable-records.ts"
import type { Ids } from "../../runtime/ids.ts"
import { fiscalRecordOf, sendSequences } from "../fiscal/index.ts"
import { returnedOrder } from "../orders/index.ts"
import { dropQueued, enqueueAll, forgetBody, type JobKinds, type TransactionalJobKind } from "../queue/index.ts"
import { fence, type HubStore, type TenantWrite } from "../storage/index.ts"
import { recordsSince, replaceUnapplied, type SyncDeps } from "../sync/index.ts"
import type { Downlink, LockStoreLogs } from "../tenants/index.ts"

export const RETURN_KIND = "records.returned"
/** Whatever the store's boxes said. */
export const NOTHING_COMMON: Previous = { epoch: "", last: 0, carried: 0 }
/** In place of a part that is returned anew for a later epoch; it ends nobody's wait. */
const REPLACED = { epoch: "", last: false, records: [] }
/** JSON of one op; a record that is larger travels alone. */
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
 * In the transaction that opens the epoch, before any op of it is applied: what the box does from now on writes over none of it. Jobs,
 * since the box's line is held in that transaction.
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

/** Whoever begins a new epoch is told which numbers it gave, and has again what it may have lost. */
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
 * What an earlier epoch was to have back and has not applied goes to the new one with the rest, so that a store which begins epoch after
 * epoch makes the hub keep one copy. Answers whether there was any.
 */
async function dropUnapplied(tx: TenantWrite, storeId: string): Promise<boolean> {
  const queued = await dropQueued(tx, { kind: RETURN_KIND, lane: laneOf(storeId) })
  const sent = await replaceUnapplied(tx.system, storeId, { kind: RETURN_KIND, body: REPLACED })
  return queued + sent > 0
}

function laneOf(storeId: string): string {
  return `returned/${storeId}`
}

export function returnKinds({
  downlink,
  lockStoreLogs,
}: {
  downlink: Downlink
  lockStoreLogs: LockStoreLogs
}): JobKinds {
  const kind: TransactionalJobKind<ReturnBody> = {
    retry: CALLBACK_RETRY,
    laneMax: 1,
    // The last part ends the box's wait: none may come after it.
    blocksLane: true,
    async apply(tx, { id, body: { storeId, ...returned } }) {
      await forgetBody(tx, id)
      await downlink.append(tx.system, storeId, {
        kind: RETURN_KIND,
        body: { ...returned, records: [...returned.records] },
      })
      return { is: "processed", result: { records: returned.records.length } }
    },
    lockFirst: (tx, jobs) =>
      lockStoreLogs(
        tx,
        jobs.map(({ body: { storeId } }) => storeId),
      ),
  }
  return { [RETURN_KIND]: kind }
}

async function readRecord(tx: TenantWrite, { kind, id }: { kind: string; id: string }): Promise<RestoredRecord | null> {
  const body = kind === "order.changed" ? await returnedOrder(tx, id) : await fiscalRecordOf(tx, id)
  return body && { kind, body }
}

/** One at least, since the box waits for the last. */
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
