/** Sets what lies still at an endpoint on its way again, batch by batch: held while it was disabled, or dead while it was away. */
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { enqueue, type TransactionalJobKind } from "../queue/index.ts"
import { fence, type SystemWrite, type TenantWrite } from "../storage/index.ts"
import { deliveriesAsleep } from "./deliveries-store.ts"
import { type Endpoint, findEndpoint, vendorsOf } from "./endpoints-store.ts"
import { notifyDeliveries } from "./fan-out.ts"

export const RESUME = "webhook.resume"

/** Deliveries of one transaction. */
const BATCH_MAX = 200

interface ResumeBody {
  readonly endpointId: string
  readonly status: "held" | "dead"
  readonly since: string
}

interface ResumeEndpointDeps {
  readonly endpoint: Pick<Endpoint, "id" | "accountId" | "vendorId">
  readonly status: ResumeBody["status"]
  /** Only those that came to lie still at or after; all, unless said. */
  readonly since?: string
  /** At once, unless said. */
  readonly runAt?: string
}

/** In the transaction that found the endpoint well again: one job for each vendor that it hears of. */
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

/** What this transaction puts aside is looked at again, for who found the endpoint disabled long ago: where it is still, nothing comes of it. */
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
