/** Tells a store which of its operations the hub could not apply, whenever that changes. Its manager sees them. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, type JobKinds, type TransactionalJobKind } from "../queue/index.ts"
import { fence, type HubStore } from "../storage/index.ts"
import { deadLettersOfStore, lockStoreLogsOfJobs, type SyncDeps } from "../sync/index.ts"
import type { Downlink } from "../tenants/index.ts"

const PARKED_KIND = "parked.told"
const TOLD_MAX = 20
const REASON_CHARS_MAX = 200

interface ParkedBody {
  readonly storeId: string
}

/** Called in the transaction that adds or settles a dead letter. The report is a job, because that transaction may hold the store's log. */
export function createOnDeadLetter({
  store,
  ids,
}: {
  store: Pick<HubStore, "dialect">
  ids: Ids
}): NonNullable<SyncDeps["onDeadLetter"]> {
  return async (scope, { storeId, ...tenant }) => {
    const tx = fence(scope, tenant, store.dialect)
    await enqueue(tx, ids, { kind: PARKED_KIND, lane: `parked/${storeId}`, body: { storeId } })
  }
}

export function deadLetterJobKinds({ downlink }: { downlink: Downlink }): JobKinds {
  const kind: TransactionalJobKind<ParkedBody> = {
    retry: CALLBACK_RETRY,
    // One at a time, because the last report must be the current one.
    laneMax: 1,
    async apply(tx, { body: { storeId } }) {
      const { total, oldest } = await deadLettersOfStore(tx.system, storeId, TOLD_MAX)
      const ops = oldest.map(({ kind: what, at, reason, parkedAt }) => ({
        kind: what,
        at,
        reason: reason.slice(0, REASON_CHARS_MAX),
        parkedAt,
      }))
      await downlink.append(tx.system, storeId, { kind: PARKED_KIND, body: { total, ops } })
      return { is: "processed", result: { parked: total } }
    },
    lockFirst: lockStoreLogsOfJobs,
  }
  return { [PARKED_KIND]: kind }
}
