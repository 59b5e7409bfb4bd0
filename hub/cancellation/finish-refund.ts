/** Ends a refund: one transaction changes the order as the provider answered, or sends that to its store. */
import { cancelOrder, withdrawRefund } from "../../protocol/rules/cancellation/cancel-order.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { queueVoid } from "../fiscal/index.ts"
import { findByExternalId, lockByExternalId, type StoredOrderRow, updateOrder } from "../orders/index.ts"
import { closeChargesOfOrder } from "../payments/index.ts"
import type { HubStore, TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import { orderDay } from "./load-cancellation-facts.ts"
import {
  type ClaimedRefund,
  deleteRefund,
  giveUpLock,
  lockRefund,
  type StoredRefund,
  saveRefund,
} from "./refunds-store.ts"

export interface FinishRefundInput {
  readonly store: HubStore
  readonly ids: Ids
  readonly downlink: Downlink
  readonly log: Log
}

/**
 * Safe to repeat: the second call finds no row, and a store that receives it twice changes nothing. False when nothing was ended: another process has
 * claimed the refund while this one was paused, or has refunded money of what is refused here.
 */
export async function endRefund(
  parts: FinishRefundInput,
  { tenant, ...held }: StoredRefund,
  outcome: "refunded" | "refused",
): Promise<boolean> {
  return parts.store.write(tenant, async (tx) => {
    const known = await findByExternalId(tx, held.externalId)
    if (known) await lockStoreLogs(tx, [known.order.storeId])
    const kept = known && (await lockByExternalId(tx, held.externalId))
    const refund = await lockRefund(tx, { tenant, ...held })
    if (!refund || (outcome === "refused" && refund.record.done.length > 0)) return false
    if (kept?.home === "store") await tellStore(tx, parts, { refund, outcome, order: kept.order })
    else {
      await deleteRefund(tx, refund.id)
      const done = kept !== null && (await endHere(tx, parts, { refund, outcome, kept }))
      const { id: refundId, externalId } = refund
      if (!done) parts.log.error({ refundId, outcome, externalId }, "a refund has no order")
    }
    return true
  })
}

/** Nobody knows whether the store has locked the order: it is told to unlock it, unless another process asks for the lock again meanwhile. */
export async function withdrawLock({ store, downlink }: FinishRefundInput, refund: ClaimedRefund): Promise<void> {
  await store.write(refund.tenant, async (tx) => {
    const kept = await findByExternalId(tx, refund.externalId)
    if (kept) await lockStoreLogs(tx, [kept.order.storeId])
    if (!(await giveUpLock(tx, refund)) || kept?.home !== "store") return
    await downlink.append(tx.system, kept.order.storeId, settledOp(refund, "refused", kept.order))
  })
}

/** Whether the hub's copy shows that the store has applied the result; then nothing is left to do. */
export async function isKnownAtStore(
  { store, log }: FinishRefundInput,
  { tenant, externalId, record, id }: StoredRefund,
): Promise<boolean> {
  return store.write(tenant, async (tx) => {
    const kept = await findByExternalId(tx, externalId)
    const knows = record.outcome === "refunded" ? kept?.order.status !== "OPEN" : kept?.order.cancelling?.id !== id
    if (knows) await deleteRefund(tx, id)
    if (knows && record.outcome === "refunded" && kept?.order.status !== "CANCELLED") {
      log.error({ refundId: id, externalId, status: kept?.order.status }, "an order was refunded, and is not cancelled")
    }
    return knows
  })
}

interface End {
  readonly refund: StoredRefund
  readonly outcome: "refunded" | "refused"
}

async function tellStore(
  tx: TenantWrite,
  { downlink }: FinishRefundInput,
  { refund, outcome, order }: End & { order: OrderRecord },
): Promise<void> {
  await saveRefund(tx, { ...refund, state: "telling", record: { ...refund.record, outcome } })
  await downlink.append(tx.system, order.storeId, settledOp(refund, outcome, order))
}

async function endHere(
  tx: TenantWrite,
  { ids }: FinishRefundInput,
  { refund, outcome, kept }: End & { kept: StoredOrderRow },
): Promise<boolean> {
  if (outcome === "refused") {
    const order = withdrawRefund(kept.order, { day: await orderDay(tx, kept.order), now: tx.now })
    if (order) await updateOrder(tx, { ...kept, order }, "hub")
    return order !== null
  }
  const { cancellation } = refund.record
  const change = cancelOrder(kept.order, { cancellation, refunds: refund.record.done, now: tx.now })
  if (!change) return false
  await updateOrder(tx, { ...kept, order: change.order }, "hub")
  await recordEvents(tx, ids, change)
  await closeChargesOfOrder(tx, { ids }, change.order)
  await queueVoid(tx, ids, change.order)
  return true
}

function settledOp(refund: StoredRefund, outcome: "refunded" | "refused", order: OrderRecord) {
  const { cancellation, done } = refund.record
  const body = { orderId: order.id, id: refund.id, outcome, cancellation, refunds: [...done] }
  return { kind: "refund.settled" as const, body }
}
