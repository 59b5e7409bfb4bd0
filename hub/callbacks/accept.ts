/** Accepts a group of one tenant's reports in one transaction: resolves their orders, finds the repeats, queues the rest. */
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { CallbackAccepted } from "../../protocol/shapes/callback.ts"
import { findReportedOrders, type ReportedOrder, type ReportedOrders } from "../orders/index.ts"
import { enqueueAll, findJob } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findEmitted, type WasEmitted } from "../webhooks/index.ts"
import { type CallbackRow, findByKeys, insertCallbacks, type KnownCallback } from "./callbacks-store.ts"
import { type CallbackJob, type Incoming, type IntakeRefusal, jobKindOf } from "./incoming.ts"

export type Accepted = CallbackAccepted | Refusal<IntakeRefusal>

/** One answer for each, in their order. */
export async function acceptGroup(
  tx: TenantWrite,
  ids: Pick<Ids, "uuid">,
  group: readonly Incoming[],
): Promise<Accepted[]> {
  const orders = await findReportedOrders(tx, {
    ids: new Set(group.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId]))),
    externalIds: new Set(group.flatMap(({ externalOrderId: id }) => (id === undefined ? [] : [id]))),
  })
  const named = group.map((incoming) => ({ incoming, order: orderOf(incoming, orders) }))
  const wasEmitted = await findEmitted(tx, echoed(named))
  const rows = named.map(({ incoming, order }) => rowOf(incoming, order, { ids, wasEmitted }))
  const known = await keep(tx, ids, rows)
  return Promise.all(rows.map((row) => (isRefusal(row) ? row : answerTo(tx, row, known))))
}

interface Row extends CallbackRow {
  readonly incoming: Incoming
}

type Named = { readonly incoming: Incoming; readonly order: ReportedOrder | Refusal<IntakeRefusal> }

function orderOf(incoming: Incoming, orders: ReportedOrders): ReportedOrder | Refusal<IntakeRefusal> {
  const { orderId, externalOrderId } = incoming
  const byId = orderId === undefined ? null : orders.byId(orderId)
  const byExternalId = externalOrderId === undefined ? null : orders.byExternalId(externalOrderId)
  if (byId === undefined) return refuse("NOT_FOUND", `There is no order ${orderId}.`)
  if (byExternalId === undefined) return refuse("NOT_FOUND", `There is no order ${externalOrderId}.`)
  if (byId && byExternalId && byId.id !== byExternalId.id) {
    return refuse("CONFLICT", `orderId ${orderId} and externalOrderId ${externalOrderId} name two orders.`)
  }
  return (byId ?? byExternalId) as ReportedOrder
}

function echoed(named: readonly Named[]): Set<string> {
  return new Set(named.flatMap(({ incoming, order }) => (incoming.echoesEvent && !isRefusal(order) ? [order.id] : [])))
}

function rowOf(
  incoming: Incoming,
  order: Named["order"],
  { ids, wasEmitted }: { ids: Pick<Ids, "uuid">; wasEmitted: WasEmitted },
): Row | Refusal<IntakeRefusal> {
  if (isRefusal(order)) return order
  const { kind, eventId, key } = incoming
  if (incoming.echoesEvent && !wasEmitted({ orderId: order.id, eventId })) {
    const message = `is of no event that was sent for order ${order.id}`
    return refuse("VALIDATION_ERROR", `eventId ${message}`, { details: [{ path: "eventId", message }] })
  }
  const refused = incoming.refuse?.(order) ?? null
  return refused ?? { id: ids.uuid(), orderId: order.id, kind, ...key, eventId, incoming }
}

/** Writes those that are new, with their jobs; answers what each key now stands for. */
async function keep(
  tx: TenantWrite,
  ids: Pick<Ids, "uuid">,
  all: readonly (Row | Refusal)[],
): Promise<Map<string, KnownCallback>> {
  const accepted = all.filter((row) => !isRefusal(row)) as Row[]
  const firsts = new Map<string, Row>()
  for (const row of accepted) if (!firsts.has(placeOf(row))) firsts.set(placeOf(row), row)
  // In one order everywhere, orders first, so that two groups that write the same never wait for each other.
  const wanted = [...firsts.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const added = await insertCallbacks(tx, wanted)
  const fresh = wanted.filter(({ id }) => added.has(id))
  const jobs = fresh.map(({ id, kind, orderId, eventId, incoming }) => {
    const body: CallbackJob = { orderId, eventId, report: incoming.report }
    return { id, kind: jobKindOf(kind), lane: tx.tenant.vendorId, body }
  })
  if (jobs.length > 0) await enqueueAll(tx, ids, jobs)
  for (const { incoming, orderId } of fresh) await incoming.onAccept?.(tx, orderId)
  const before = await findByKeys(
    tx,
    wanted.filter(({ id }) => !added.has(id)),
  )
  const now = fresh.map((row): KnownCallback => ({ ...row, receivedAt: tx.now, outcome: null }))
  return new Map([...before, ...now].map((one) => [placeOf(one), one]))
}

function placeOf({ orderId, kind, key }: Pick<CallbackRow, "orderId" | "kind" | "key">): string {
  return `${orderId} ${kind} ${key}`
}

async function answerTo(tx: TenantWrite, row: Row, known: ReadonlyMap<string, KnownCallback>): Promise<Accepted> {
  const kept = known.get(placeOf(row))
  if (!kept) throw new Error(`report ${placeOf(row)} is neither new nor known`)
  const { eventId, incoming } = row
  if (kept.step !== incoming.key.step) {
    const message = `This event was reported as ${kept.step} before; ${incoming.key.step} must name an event of its own.`
    return refuse("CONFLICT", message, { data: { eventType: kept.step, webhookEventId: kept.id } })
  }
  const duplicate = kept.id !== row.id
  const status = duplicate ? await statusOf(tx, kept) : "queued"
  const { id: webhookEventId, receivedAt: firstReceivedAt } = kept
  const message = duplicate ? "Already received." : "Received; queued."
  return { received: true, duplicate, eventId, webhookEventId, status, firstReceivedAt, message }
}

/** A report whose job was pruned ended long ago. */
async function statusOf(tx: TenantWrite, { id, outcome }: KnownCallback): Promise<CallbackAccepted["status"]> {
  return outcome?.status ?? (await findJob(tx, id))?.status ?? "processed"
}
