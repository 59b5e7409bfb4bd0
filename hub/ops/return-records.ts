/** Gives a box that begins a new epoch, as one restored from a backup does, what the hub has of its store and its disk may have lost. */
import { CALLBACK_RETRY } from "../../protocol/rules/retry.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import { type Kept, lastOfEach, type ReturnedRecord } from "../../protocol/sync/returned.ts"
import { fiscalRecordOf, tellSequences } from "../fiscal/index.ts"
import { returnedOrder } from "../orders/index.ts"
import { enqueueAll, type InTransactionKind, type JobKinds } from "../queue/index.ts"
import { fence, type HubStore, type TenantWrite } from "../storage/index.ts"
import type { SyncParts } from "../sync/index.ts"
import type { Downlink, HoldLines } from "../tenants/index.ts"

export const RETURN_KIND = "records.returned"
/** JSON of one op; a record that is larger travels alone. */
const PART_BYTES_MAX = 64 * 1024

interface ReturnBody {
  readonly storeId: string
  readonly epoch: string
  readonly last: boolean
  readonly records: readonly ReturnedRecord[]
}

export interface Returning {
  readonly storeId: string
  readonly epoch: string
  readonly kept: readonly Kept[]
}

/**
 * In the transaction that opens the epoch, before any op of it is applied: what the box does from now on writes over none of it. Jobs,
 * since the box's line is held in that transaction.
 */
export async function returnRecords(tx: TenantWrite, ids: Ids, { storeId, epoch, kept }: Returning): Promise<void> {
  const records: ReturnedRecord[] = []
  for (const one of lastOfEach(kept)) {
    const record = "id" in one ? await readRecord(tx, one) : one
    if (record !== null) records.push(record)
  }
  const parts = inParts(records)
  const jobs = parts.map((part, at): ReturnBody => ({ storeId, epoch, last: at === parts.length - 1, records: part }))
  const lane = `returned/${storeId}`
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
}): NonNullable<SyncParts["onEpoch"]> {
  return async (scope, { storeId, ...tenant }, { epoch, kept }) => {
    const tx = fence(scope, tenant, store.dialect)
    await tellSequences(tx, ids, { storeId, epoch })
    await returnRecords(tx, ids, { storeId, epoch, kept })
  }
}

export function returnKinds({ downlink, holdLines }: { downlink: Downlink; holdLines: HoldLines }): JobKinds {
  const kind: InTransactionKind<ReturnBody> = {
    retry: CALLBACK_RETRY,
    laneMax: 1,
    // The last part ends the box's wait: none may come after it.
    holdsLane: true,
    async inTransaction(tx, { body: { storeId, ...returned } }) {
      await downlink.append(tx.system, storeId, {
        kind: RETURN_KIND,
        body: { ...returned, records: [...returned.records] },
      })
      return { is: "processed", result: { records: returned.records.length } }
    },
    holdFirst: (tx, jobs) =>
      holdLines(
        tx,
        jobs.map(({ body: { storeId } }) => storeId),
      ),
  }
  return { [RETURN_KIND]: kind }
}

async function readRecord(tx: TenantWrite, { kind, id }: { kind: string; id: string }): Promise<ReturnedRecord | null> {
  const body = kind === "order.changed" ? await returnedOrder(tx, id) : await fiscalRecordOf(tx, id)
  return body && { kind, body }
}

/** One at least, since the box waits for the last. */
export function inParts(records: readonly ReturnedRecord[]): ReturnedRecord[][] {
  const parts: ReturnedRecord[][] = [[]]
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
