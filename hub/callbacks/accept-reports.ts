/** Accepts a group of one tenant's reports in one transaction: resolves their orders, finds repeats, and applies or queues the rest. */
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { CallbackAccepted, CallbackKind } from "../../protocol/shapes/callback.ts"
import type { Ids } from "../../runtime/ids.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import { findReportedOrders, type ReportedOrder, type ReportedOrders } from "../orders/index.ts"
import { type Done, enqueueAll, findJob, type Job, recordEnded } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findEmitted, type WasEmitted } from "../webhooks/index.ts"
import { callbackStatus } from "./callback-status.ts"
import { type CallbackRow, findByKeys, insertCallbacks, type KnownCallback } from "./callbacks-store.ts"
import {
  type CallbackJob,
  type ImmediateWork,
  type IncomingReport,
  type IntakeRefusal,
  jobKindOf,
} from "./incoming-report.ts"

export type Accepted = CallbackAccepted | Refusal<IntakeRefusal>

interface AcceptReportsInput {
  readonly ids: Pick<Ids, "uuid">
  /** For the kinds whose reports may be applied in the transaction that accepts them. */
  readonly atOnce: ImmediateOutcome
}

export type ImmediateOutcome = Readonly<Partial<Record<CallbackKind, ImmediateWork>>>

/** One answer per report, in the same order. */
export async function acceptGroup(
  tx: TenantWrite,
  accepting: AcceptReportsInput,
  group: readonly IncomingReport[],
): Promise<Accepted[]> {
  const orders = await findReportedOrders(tx, {
    ids: new Set(group.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId]))),
    externalIds: new Set(group.flatMap(({ externalOrderId: id }) => (id === undefined ? [] : [id]))),
  })
  const named = group.map((incoming) => ({ incoming, order: orderOf(incoming, orders) }))
  const wasEmitted = await findEmitted(tx, echoed(named))
  const rows = await allOf(named.map((one) => rowOf(tx, one, { ids: accepting.ids, wasEmitted })))
  const known = await keep(tx, accepting, rows)
  return Promise.all(rows.map((row) => (isRefusal(row) ? row : answerTo(tx, row, known))))
}

interface Row extends CallbackRow {
  readonly incoming: IncomingReport
}

type Named = { readonly incoming: IncomingReport; readonly order: ReportedOrder | Refusal<IntakeRefusal> }

function orderOf(incoming: IncomingReport, orders: ReportedOrders): ReportedOrder | Refusal<IntakeRefusal> {
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

async function rowOf(
  tx: TenantWrite,
  { incoming, order }: Named,
  { ids, wasEmitted }: { ids: Pick<Ids, "uuid">; wasEmitted: WasEmitted },
): Promise<Row | Refusal<IntakeRefusal>> {
  if (isRefusal(order)) return order
  const { kind, eventId, key } = incoming
  if (incoming.echoesEvent && !wasEmitted({ orderId: order.id, eventId })) {
    const message = `is of no event that was sent for order ${order.id}`
    return refuse("VALIDATION_ERROR", `eventId ${message}`, { details: [{ path: "eventId", message }] })
  }
  const refused = (await incoming.refuse?.(order, tx)) ?? null
  return refused ?? { id: ids.uuid(), orderId: order.id, kind, ...key, eventId, incoming }
}

/** Inserts new reports with their jobs. Returns the record of each key. */
async function keep(
  tx: TenantWrite,
  accepting: AcceptReportsInput,
  all: readonly (Row | Refusal)[],
): Promise<Map<string, KnownCallback>> {
  const accepted = all.filter((row) => !isRefusal(row)) as Row[]
  const firsts = new Map<string, Row>()
  for (const row of accepted) if (!firsts.has(placeOf(row))) firsts.set(placeOf(row), row)
  // Locked in one order everywhere, orders first, so that two groups never wait for each other.
  const wanted = [...firsts.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const added = await insertCallbacks(tx, wanted)
  const fresh = wanted.filter(({ id }) => added.has(id))
  for (const { incoming, orderId } of fresh) await incoming.onAccept?.(tx, orderId)
  await workOff(tx, accepting, fresh)
  const before = await findByKeys(
    tx,
    wanted.filter(({ id }) => !added.has(id)),
  )
  const now = fresh.map((row): KnownCallback => ({ ...row, receivedAt: tx.now, outcome: null }))
  return new Map([...before, ...now].map((one) => [placeOf(one), one]))
}

/** Applies reports at once where possible, in their order of arrival, and queues the rest. */
async function workOff(tx: TenantWrite, { ids, atOnce }: AcceptReportsInput, fresh: readonly Row[]): Promise<void> {
  const jobs = fresh.map((row) => jobOf(tx, row)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const done = new Map<string, Done>()
  for (const [kind, work] of Object.entries(atOnce)) {
    const own = jobs.filter((job) => job.kind === jobKindOf(kind as CallbackKind))
    const ends = own.length > 0 ? await work(tx, own) : []
    for (const [id, end] of ends) done.set(id, end)
  }
  const ended = jobs.flatMap((job) => {
    const end = done.get(job.id)
    return end ? [{ ...job, end }] : []
  })
  const left = jobs.filter(({ id }) => !done.has(id))
  if (ended.length > 0) await recordEnded(tx, ended)
  if (left.length > 0) await enqueueAll(tx, ids, left)
}

function jobOf({ tenant, now }: TenantWrite, { id, kind, orderId, eventId, incoming }: Row): Job<CallbackJob> {
  const body: CallbackJob = { orderId, eventId, report: incoming.report }
  return { id, kind: jobKindOf(kind), lane: tenant.vendorId, tenant, attempts: 1, body, firstReceivedAt: now }
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

/** Without a record of its own or a job, the report ended long ago and its job was pruned. */
async function statusOf(tx: TenantWrite, known: KnownCallback): Promise<CallbackAccepted["status"]> {
  return callbackStatus(known, await findJob(tx, known.id))?.status ?? "processed"
}
