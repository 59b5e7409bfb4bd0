/**
 * Checks that an operation only concerns records of the store that sent it. A store's credential may be stolen, so operations on other stores'
 * orders, payments, documents or numbers are never applied. All ways to apply an operation pass this check.
 */
import { isOwnSequence } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { UpKind } from "../../protocol/sync/ops.ts"
import type { TenantRead } from "../storage/index.ts"
import { findStore } from "../tenants/index.ts"
import type { OpBody } from "./op-shapes.ts"
import { findOwners, hasNumberedFrom, type Owners } from "./ownership-store.ts"

/** What an operation names and the sending store must own. */
interface Named {
  /** The record in the operation, which names its store (and its vendor) itself. */
  readonly record?: { readonly label: string; readonly storeId: string; readonly vendorId?: string }
  /** An order that the hub may have, by its id. */
  readonly orderId?: string
  /** An order, payment link or fiscal request, by the order's external id. */
  readonly externalId?: string
  readonly document?: FiscalRecord
  /** A kitchen display's report, which must be about `orderId`. */
  readonly callbackId?: string
}

/** The compiler demands an entry for each new kind of operation. */
const NAMED: { readonly [Kind in UpKind]: (body: OpBody<Kind>) => Named } = {
  "order.changed": ({ order }) => ({ record: { label: "ORDER", ...order }, orderId: order.id }),
  "lost-sale.recorded": ({ lostSale }) => ({ record: { label: "LOST_SALE", ...lostSale } }),
  "cash.closed": ({ record: { storeId } }) => ({ record: { label: "CLOSE", storeId } }),
  "cash.authorized": ({ authorization: { storeId } }) => ({ record: { label: "APPROVAL", storeId } }),
  "shift.changed": ({ shift: { storeId } }) => ({ record: { label: "SHIFT", storeId } }),
  "day.opened": ({ day: { storeId } }) => ({ record: { label: "DAY", storeId } }),
  "day.closed": ({ day: { storeId } }) => ({ record: { label: "DAY", storeId } }),
  "kitchen.recorded": ({ orderId, report }) => ({ orderId, callbackId: report.webhookEventId }),
  "fiscal.numbered": ({ record }) => ({
    record: { label: "REQUEST", storeId: record.storeId },
    externalId: record.orderId,
    document: record,
  }),
  "charge.asked": ({ asked }) => ({ externalId: asked.externalOrderId }),
  "payment.unplaced": ({ externalOrderId }) => ({ externalId: externalOrderId }),
  "component.beat": ({ beat: { storeId } }) => ({ record: { label: "BEAT", storeId } }),
  "health.reported": ({ round }) => {
    const foreign = round.beats.find((beat) => beat.storeId !== round.beats[0]?.storeId) ?? round.beats[0]
    return foreign ? { record: { label: "BEAT", storeId: foreign.storeId } } : {}
  },
  // These are always written under the sending store's id.
  "drawer.opened": () => ({}),
  "stock.changed": () => ({}),
  "audit.recorded": () => ({}),
  "parked.told": () => ({}),
}

/** An operation whose body fits its kind. */
export interface CheckedOp {
  readonly kind: UpKind
  readonly body: unknown
}

/** Why operations may not be applied, for those that touch what is another store's; the others are left out. */
export async function verifyOwnership<Op extends CheckedOp>(
  scope: TenantRead,
  storeId: string,
  ops: readonly Op[],
): Promise<ReadonlyMap<Op, string>> {
  const named = ops.map((op) => ({ op, named: NAMED[op.kind](op.body as never) }))
  const all = named.map((one) => one.named)
  const owners = await findOwners(scope, {
    orderIds: all.flatMap(({ orderId }) => orderId ?? []),
    externalIds: all.flatMap(({ externalId }) => externalId ?? []),
    fiscalRequestIds: all.flatMap(({ document }) => document?.fiscalRequestId ?? []),
    callbackIds: all.flatMap(({ callbackId }) => callbackId ?? []),
  })
  const reasons = new Map<Op, string>()
  for (const one of named) {
    const reason = foreignRecord(scope, storeId, one.named, owners) ?? (await foreignPoint(scope, storeId, one.named))
    if (reason !== null) reasons.set(one.op, reason)
  }
  return reasons
}

function foreignRecord(scope: TenantRead, storeId: string, named: Named, owners: Owners): string | null {
  const { record, orderId, externalId, document, callbackId } = named
  if (record && record.storeId !== storeId) return `${record.label}_OF_ANOTHER_STORE: ${record.storeId}`
  if (record?.vendorId !== undefined && record.vendorId !== scope.tenant.vendorId)
    return `${record.label}_OF_ANOTHER_VENDOR: ${record.vendorId}`
  if (orderId !== undefined && (owners.orders.get(orderId) ?? storeId) !== storeId)
    return `ORDER_OF_ANOTHER_STORE: ${orderId}`
  if (externalId !== undefined && isElsewhere(owners.externals.get(externalId), storeId))
    return `ORDER_OF_ANOTHER_STORE: ${externalId}`
  if (document && (owners.fiscalRequests.get(document.fiscalRequestId) ?? storeId) !== storeId)
    return `REQUEST_OF_ANOTHER_STORE: ${document.fiscalRequestId}`
  const reportedOn = callbackId === undefined ? undefined : owners.callbackOrders.get(callbackId)
  if (reportedOn !== undefined && reportedOn !== orderId) return `REPORT_OF_ANOTHER_ORDER: ${callbackId}`
  return null
}

/** Two stores of a vendor may both have used a name before anyone noticed: then it is also this store's. */
function isElsewhere(stores: ReadonlySet<string> | undefined, storeId: string): boolean {
  return stores !== undefined && !stores.has(storeId)
}

/** A number must come from a point that the store's appliance has, or had when it last numbered. */
async function foreignPoint(scope: TenantRead, storeId: string, { document }: Named): Promise<string | null> {
  if (!document || document.sequenceKey === null) return null
  const store = await findStore(scope, storeId)
  if (store && isOwnSequence(store, document)) return null
  if (await hasNumberedFrom(scope, storeId, document.sequenceKey)) return null
  return `POINT_OF_ANOTHER_STORE: ${document.sequenceKey}. If it is this store's, add the point to its configuration and replay.`
}
