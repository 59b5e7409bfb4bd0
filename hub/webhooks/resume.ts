/** Restarts an endpoint's stopped deliveries, in batches: held while it was disabled, or dead while it failed. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { enqueue, type TransactionalJobKind } from "../queue/index.ts"
import { fence, type SystemWrite, type TenantWrite } from "../storage/index.ts"
import { deliveriesAsleep } from "./deliveries-store.ts"
import { type Endpoint, findEndpoint, vendorsOf } from "./endpoints-store.ts"
import { notifyDeliveries } from "./fan-out.ts"

export const RESUME = "webhook.resume"

/** Deliveries per transaction. */
const BATCH_MAX = 200

interface ResumeBody {
  readonly endpointId: string
  readonly status: "held" | "dead"
  readonly since: string
}

interface ResumeEndpointDeps {
  readonly endpoint: Pick<Endpoint, "id" | "accountId" | "vendorId">
  readonly status: ResumeBody["status"]
  /** Only deliveries that stopped at this time or later. All, if left out. */
  readonly since?: string
  /** Now, if left out. */
  readonly runAt?: string
}

/** Part of the transaction that finds the endpoint working again. Creates one job for each vendor whose events it receives. */
export async function resume(
  tx: SystemWrite,
  { ids, dialect }: { ids: Ids; dialect: Dialect },
  { endpoint, status, since = "", runAt }: ResumeEndpointDeps,
): Promise<void> {
  const { id, accountId, vendorId } = endpoint
  const body: ResumeBody = { endpointId: id, status, since }
  for (const one of vendorId === null ? await vendorsOf(tx, accountId) : [vendorId]) {
    const fenced = fence(tx, { accountId, vendorId: one }, dialect)
    await enqueue(fenced, ids, { kind: RESUME, lane: id, body, ...(runAt !== undefined && { runAt }) })
  }
}

/**
 * Looks for held deliveries once more after this transaction, which may have seen the endpoint disabled long ago. If it is still disabled, the job
 * does nothing.
 */
export async function lookAgain(tx: TenantWrite, ids: Ids, endpointId: string): Promise<void> {
  const body: ResumeBody = { endpointId, status: "held", since: "" }
  await enqueue(tx, ids, { kind: RESUME, lane: endpointId, body })
}

export function resumeKind(ids: Ids): TransactionalJobKind<ResumeBody> {
  return {
    retry: CALLBACK_RETRY,
    laneMax: 1,
    async apply(tx, { body }) {
      const endpoint = await findEndpoint(tx.system, body.endpointId)
      if (!endpoint || endpoint.disabledAt !== null) return { is: "ignored", result: { why: "it is disabled" } }
      const deliveries = await deliveriesAsleep(tx, { ...body, limit: BATCH_MAX })
      const woken = await notifyDeliveries(tx, ids, { endpoint, deliveries })
      if (deliveries.length === BATCH_MAX) await enqueue(tx, ids, { kind: RESUME, lane: endpoint.id, body })
      return { is: "processed", result: { woken } }
    },
  }
}
