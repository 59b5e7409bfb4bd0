/** The job that delivers an event: one attempt, its outcome, and what follows for the endpoint (docs/contract/events.md#delivery). */
import { RETRY_AFTER_MAX_MS, WEBHOOK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { unseal } from "../../runtime/secrets.ts"
import type { ExternalJobKind, ExternalResult, Job } from "../queue/index.ts"
import { createGroupCommit, type GroupCommit, type HubStore, type TenantWrite } from "../storage/index.ts"
import { TEST_EVENT } from "./change-endpoint.ts"
import {
  findParcel,
  findParcels,
  hasOtherWaiting,
  insertAttempt,
  nextRound,
  type Parcel,
  type Tried as Stored,
  saveTaken,
  setStatus,
} from "./deliveries-store.ts"
import {
  changeEndpoint,
  DISABLED_WHY,
  type Endpoint,
  findEndpoint,
  findEndpoints,
  lockEndpoint,
  secretPlace,
} from "./endpoints-store.ts"
import { type DeliverBody, enqueueDeliveries } from "./fan-out.ts"
import { lookAgain, resume } from "./resume.ts"
import type { Attempt, Sender } from "./send.ts"
import { signedHeaders } from "./sign.ts"

/** Deliveries that one endpoint receives at once, over all processes. */
const LANE_MAX = 4
/** Jobs leased at once for a healthy endpoint to which no other process sends: running, next in turn, and being written. */
const LANE_HELD_MAX = 32
/** Deliveries per query. */
const READ_MAX = 64
/** Requests that one process has open at once. Dead receivers hold 4 each for 15 s, so this leaves room for the others. */
const AT_ONCE_MAX = 400
/** An endpoint is disabled when every attempt has failed for this long. */
const FAILING_MAX_MS = 5 * 24 * 60 * 60 * 1000
/** While all deliveries of an endpoint are dead, one of them is repeated to find out whether the endpoint works again. */
const PROBE_EVERY_MS = 10 * 60 * 60 * 1000
/** A delivery that gave up while its endpoint recovered starts again after this wait. Not at once: it may be what crashes its worker. */
const MISSED_AFTER_MS = 60 * 60 * 1000
const GONE = 410

interface DeliverDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  readonly secretKey: Buffer
  readonly sender: Sender
}

export function deliverKind(deps: DeliverDeps): ExternalJobKind<DeliverBody, Tried> {
  const read = createRead(deps)
  return {
    retry: WEBHOOK_RETRY,
    laneMax: LANE_MAX,
    laneLeasedMax: LANE_HELD_MAX,
    processMax: AT_ONCE_MAX,
    run: async (job, signal) => deliver(deps, { job, found: await read(job.tenant, job.body.deliveryId), signal }),
    writeRecords: (tx, tried) => taken(deps, tx, tried),
    onDead: (tx, job) => giveUp(deps, tx, job as Job<DeliverBody>),
  }
}

interface Found {
  readonly parcel: Parcel
  readonly endpoint: Endpoint
}

/** Reads deliveries together when they are about to be sent. The state at the time of the claim may be old by then. */
function createRead({ store }: DeliverDeps): GroupCommit<string, Found | null> {
  return createGroupCommit({
    groupMax: READ_MAX,
    write: (tenant, deliveryIds: readonly string[]) =>
      store.read(tenant, async (scope) => {
        const parcels = await findParcels(scope, deliveryIds)
        const endpointIds = new Set([...parcels.values()].map(({ endpointId }) => endpointId))
        const endpoints = await findEndpoints(scope.system, endpointIds)
        return deliveryIds.map((id) => {
          const parcel = parcels.get(id)
          const endpoint = parcel && endpoints.get(parcel.endpointId)
          return endpoint ? { parcel, endpoint } : null
        })
      }),
  })
}

interface Delivering {
  readonly job: Job<DeliverBody>
  readonly found: Found | null
  readonly signal: AbortSignal
}

async function deliver(deps: DeliverDeps, { job, found, signal }: Delivering): Promise<ExternalResult<Tried>> {
  const { deliveryId, round } = job.body
  const isOnItsWay = found?.parcel.round === round && ["waiting", "dead"].includes(found.parcel.status)
  if (!isOnItsWay) return ignored("it is not on its way any more")
  const { parcel, endpoint } = found
  // A test event is sent to a disabled endpoint too, so that a person can find out whether to enable it.
  if (endpoint.disabledAt !== null && parcel.type !== TEST_EVENT) {
    return {
      ...ignored("its endpoint is disabled"),
      write: (tx) => hold(deps, tx, { deliveryId, endpointId: endpoint.id }),
    }
  }
  const at = deps.clock.iso()
  const headers = signedHeaders({ ...parcel, secrets: secretsOf(endpoint, deps), at: new Date(at) })
  const attempt = await deps.sender.send({ url: endpoint.url, headers, body: parcel.body }, signal)
  if (signal.aborted && attempt.status === null) throw new Error("the hub stopped before the receiver answered")
  const tried = { deliveryId, endpointId: endpoint.id, at, attempt }
  return attempt.error === null
    ? {
        end: { is: "processed", result: { status: attempt.status } },
        write: (tx) => taken(deps, tx, [tried]),
        record: tried,
      }
    : failed(deps, job, tried)
}

/** Holds the delivery. If the endpoint was enabled meanwhile, its held deliveries are looked for once more. */
async function hold(
  { ids }: Pick<DeliverDeps, "ids">,
  tx: TenantWrite,
  { deliveryId, endpointId }: { deliveryId: string; endpointId: string },
): Promise<void> {
  await setStatus(tx, deliveryId, "held")
  const endpoint = await findEndpoint(tx.system, endpointId)
  if (endpoint?.disabledAt === null) await lookAgain(tx, ids, endpointId)
}

function secretsOf({ id, secretSealed, oldSecretSealed, oldSecretUntil }: Endpoint, deps: DeliverDeps): string[] {
  const overlaps = oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil > deps.clock.iso()
  return [secretSealed, ...(overlaps ? [oldSecretSealed] : [])].map((sealed) =>
    unseal(sealed, deps.secretKey, secretPlace(id)),
  )
}

interface Tried extends Stored {
  readonly endpointId: string
}

async function taken({ ids, log }: DeliverDeps, tx: TenantWrite, tried: readonly Tried[]): Promise<void> {
  await saveTaken(tx, ids, tried)
  const endpoints = await findEndpoints(tx.system, new Set(tried.map(({ endpointId }) => endpointId)))
  const failing = [...endpoints.values()].filter(isRecovering)
  // Sorted, so that two transactions that lock several endpoints cannot deadlock.
  for (const id of failing.map(({ id }) => id).sort()) await recover({ ids, log }, tx, id)
}

/** A disabled endpoint does not recover by itself: enabling it resends its dead deliveries, and needs to know since when it failed. */
function isRecovering({ failingSince, disabledAt }: Endpoint): boolean {
  return failingSince !== null && disabledAt === null
}

/** After the first success, the deliveries that died since the first failure are sent again. */
async function recover({ ids, log }: Pick<DeliverDeps, "ids" | "log">, tx: TenantWrite, endpointId: string) {
  const endpoint = await lockEndpoint(tx, endpointId)
  if (endpoint?.failingSince == null || !isRecovering(endpoint)) return
  await changeEndpoint(tx.system, endpointId, { failing_since: null })
  await resume(tx.system, { ids, dialect: tx.dialect }, { endpoint, status: "dead", since: endpoint.failingSince })
  log.info({ endpointId, since: endpoint.failingSince }, "a webhook endpoint takes events again")
}

/** The failure is written at once, not with the end of the job: it remains true even if another worker has the lease by now. */
async function failed(deps: DeliverDeps, job: Job<DeliverBody>, tried: Tried): Promise<ExternalResult<Tried>> {
  const { attempt, deliveryId } = tried
  const error = attempt.error ?? ""
  const held = await deps.store.write(job.tenant, (tx) => noteFailure(deps, tx, tried))
  if (held) return ignored(`held: ${error}`)
  if (attempt.refused) return { ...ignored(error), write: (tx) => giveUp(deps, tx, job) }
  if (job.body.probe) return { ...ignored(error), write: (tx) => probeLater(deps, tx, deliveryId) }
  const afterMs = retryAfterMs(attempt, deps.clock.ms())
  return { end: { is: "retry", error, ...(afterMs !== null && { afterMs }) } }
}

/** Records the failure. Returns true if the endpoint is disabled and the delivery held. */
async function noteFailure({ ids, clock, log }: DeliverDeps, tx: TenantWrite, tried: Tried): Promise<boolean> {
  const { deliveryId, endpointId, at, attempt } = tried
  await insertAttempt(tx, ids, tried)
  const endpoint = await lockEndpoint(tx, endpointId)
  if (!endpoint) return false
  const failingSince = endpoint.failingSince ?? at
  if (endpoint.failingSince === null) {
    log.warn({ endpointId: endpoint.id, endpoint: endpoint.name, error: attempt.error }, "a webhook endpoint fails")
  }
  const why = disabledBy(attempt, clock.ms() - Date.parse(failingSince))
  const disabled = why !== null && endpoint.disabledAt === null
  await changeEndpoint(tx.system, endpoint.id, {
    failing_since: failingSince,
    ...(disabled && { disabled_at: tx.now, disabled_why: why }),
  })
  if (disabled) log.warn({ endpointId: endpoint.id, endpoint: endpoint.name, why }, "a webhook endpoint is disabled")
  if (why === null && endpoint.disabledAt === null) return false
  await setStatus(tx, deliveryId, "held")
  return true
}

function disabledBy({ status }: Attempt, failingMs: number): string | null {
  if (status === GONE) return DISABLED_WHY.gone
  return failingMs >= FAILING_MAX_MS ? DISABLED_WHY.failing : null
}

/** Ends a delivery whose attempts are used up. It is dead, unless it is the last one that could find out that the endpoint works again. */
async function giveUp(deps: DeliverDeps, tx: TenantWrite, job: Job<DeliverBody>): Promise<void> {
  const { deliveryId, round } = job.body
  const parcel = await findParcel(tx, deliveryId)
  if (!parcel || parcel.round !== round || parcel.status !== "waiting") return
  // The lock: two deliveries that give up at once must not each rely on the other.
  const endpoint = await lockEndpoint(tx, parcel.endpointId)
  // The endpoint recovered before this one was dead, so it was not among those that were sent again.
  if (endpoint?.failingSince === null) await sendLater(deps, tx, { deliveryId, afterMs: MISSED_AFTER_MS })
  else if (await hasOtherWaiting(tx, parcel.endpointId, deliveryId)) await setStatus(tx, deliveryId, "dead")
  else await probeLater(deps, tx, deliveryId)
}

function probeLater(deps: DeliverDeps, tx: TenantWrite, deliveryId: string): Promise<void> {
  return sendLater(deps, tx, { deliveryId, afterMs: PROBE_EVERY_MS, probe: true })
}

/** Sends the delivery again, in a new round. */
async function sendLater(
  { ids, clock }: DeliverDeps,
  tx: TenantWrite,
  { deliveryId, afterMs, probe = false }: { deliveryId: string; afterMs: number; probe?: boolean },
): Promise<void> {
  const parcel = await findParcel(tx, deliveryId)
  if (!parcel) return
  const [next] = await nextRound(tx, [parcel], { status: "waiting" })
  const runAt = new Date(clock.ms() + afterMs).toISOString()
  if (next) await enqueueDeliveries(tx, ids, [next], { runAt, probe })
}

/** The wait that the `Retry-After` header asks for, as seconds or an HTTP date, at most a day. Null without one. */
function retryAfterMs({ responseHeaders }: Pick<Attempt, "responseHeaders">, now: number): number | null {
  const text = responseHeaders?.["retry-after"]?.trim()
  if (!text) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : null
}

function ignored(why: string): ExternalResult<Tried> {
  return { end: { is: "ignored", result: { why } } }
}
