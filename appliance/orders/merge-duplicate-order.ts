/** Merges the hub's order of a sale into the store's order of the same sale. What the hub acknowledged is applied here, or recorded as a conflict. */
import { isRefusal } from "../../protocol/refusals.ts"
import {
  correctedParts,
  correctOrder,
  describeCorrection,
  keyedCorrection,
  toCorrectionRequest,
} from "../../protocol/rules/orders/correction.ts"
import { findDifferingLines } from "../../protocol/rules/orders/differing-lines.ts"
import {
  decideDuplicate,
  toCancellationConflict,
  toTenderConflicts,
} from "../../protocol/rules/orders/duplicate-order.ts"
import {
  addConflicts,
  causeOfRefusal,
  conflictCause,
  conflictDetail,
  newConflicts,
} from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderConflict } from "../../protocol/shapes/conflict.ts"
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { RecordAudit } from "../audit/index.ts"
import { requireConfig } from "../catalog/index.ts"
import { type DrawNumberDeps, numberSale } from "../fiscal/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { applyHubCancellation, type OrderPair } from "./apply-hub-cancellation.ts"
import type { HubNow } from "./load-cancellation-facts.ts"
import {
  addAliases,
  addCorrections,
  addOrderEvents,
  bytesOfCorrections,
  findCorrection,
  type PublishedEvent,
  recordChange,
  storedOrder,
} from "./store/index.ts"

export interface MergeDuplicateDeps extends DrawNumberDeps {
  readonly hubNow: HubNow
  /** Writes the store's audit log. */
  readonly record: RecordAudit
}

interface DuplicateOrders extends OrderPair {
  /** Corrections that the hub acknowledged. */
  readonly corrections: readonly KeyedCorrection[]
  /** Events that the hub published. */
  readonly events: readonly PublishedEvent[]
}

/** The store's order after a step, and what it refused of the hub's. */
interface MergeResult {
  readonly own: OrderRecord
  readonly conflicts: readonly OrderConflict[]
}

export function mergeDuplicateOrder(tx: BoxTx, duplicate: DuplicateOrders, deps: MergeDuplicateDeps): void {
  const { hubs, events } = duplicate
  addAliases(tx, duplicate.own.id, [hubs.id])
  addOrderEvents(tx, duplicate.own.id, events)
  const corrected = applyCorrections(tx, duplicate, deps.outbox)
  const charged = applyPaymentOrCancellation(tx, { own: corrected.own, hubs }, deps)
  const lines = findDifferingLines(duplicate.own, hubs, tx.now)
  const conflicts = [...(lines ? [lines] : []), ...corrected.conflicts, ...charged.conflicts]
  recordConflicts(tx, { own: charged.own, conflicts }, deps)
}

/** Applies the hub's corrections to the store's order in the order of their revisions, each under its own key. */
function applyCorrections(tx: BoxTx, duplicate: DuplicateOrders, outbox: Outbox): MergeResult {
  const conflicts: OrderConflict[] = []
  let own = duplicate.own
  const inOrder = [...duplicate.corrections].sort((a, b) => a.correction.revision - b.correction.revision)
  for (const keyed of inOrder) {
    const { key } = keyed
    const known = findCorrection(tx, own.id, key)
    const correctionsBytes = bytesOfCorrections(tx, own.id)
    const change = correctOrder({
      order: own,
      request: toCorrectionRequest(keyed),
      known,
      correctionsBytes,
      now: tx.now,
    })
    if (isRefusal(change)) {
      const { why, reason } = causeOfRefusal(change)
      const params = { ...reason.params, ...correctedParts(keyed) }
      const cause = conflictCause(reason.code, `${why} ${describeCorrection(keyed)}`, params)
      conflicts.push({ at: tx.now, side: "hub", what: "correction", key, ...cause })
    } else if (change.outcome === "applied") {
      const corrections = keyedCorrection(change, key)
      addCorrections(tx, own.id, corrections)
      recordChange(tx, outbox, { order: change.order, events: [], corrections })
      own = change.order
    }
  }
  return { own, conflicts }
}

/** Applies the hub's payment or its cancellation, after the corrections. */
function applyPaymentOrCancellation(tx: BoxTx, { own, hubs }: OrderPair, deps: MergeDuplicateDeps): MergeResult {
  const { outbox } = deps
  const { declineReasons } = requireConfig(tx)
  const facts = { own, hubs, declineReasons, now: tx.now }
  const verdict = decideDuplicate(facts)
  if (verdict.is === "same") return { own, conflicts: [] }
  if (verdict.is === "apart") return { own, conflicts: verdict.conflicts }
  if (verdict.is === "cancelled")
    return applyCancellation(tx, { own, hubs }, { ...deps, unreturned: verdict.conflicts })
  if (verdict.is === "returned") {
    recordChange(tx, outbox, { order: verdict.order, events: [], madeAt: { atHub: true } })
    return { own: verdict.order, conflicts: [] }
  }
  const { change } = verdict
  const sold = change.outcome === "settled" ? numberSale(tx, change.order, deps) : change.order
  if (isRefusal(sold)) return { own, conflicts: toTenderConflicts(facts, causeOfRefusal(sold)) }
  recordChange(tx, outbox, { ...change, order: sold, madeAt: { atHub: true } })
  return { own: sold, conflicts: [] }
}

interface CancelDuplicateDeps extends MergeDuplicateDeps {
  /** Money that the hub took for its cancelled order and nobody has refunded. */
  readonly unreturned: readonly OrderConflict[]
}

function applyCancellation(
  tx: BoxTx,
  orders: OrderPair,
  { outbox, hubNow, unreturned }: CancelDuplicateDeps,
): MergeResult {
  const change = applyHubCancellation(tx, orders, hubNow)
  const { own, hubs } = orders
  if ("why" in change) return { own, conflicts: [toCancellationConflict(hubs, change, tx.now), ...unreturned] }
  recordChange(tx, outbox, { ...change, madeAt: { atHub: true } })
  return { own: change.order, conflicts: unreturned }
}

function recordConflicts(
  tx: BoxTx,
  { own: known, conflicts }: MergeResult,
  { outbox, record }: MergeDuplicateDeps,
): void {
  // Read again, because the payment may have sent the order to the kitchen.
  const own = storedOrder(tx, known.id) ?? known
  const added = newConflicts(own, conflicts)
  if (added.length === 0) return
  for (const conflict of added) {
    const detail = conflictDetail(conflict)
    record(tx, { action: "order.conflict", caller: null, subject: own.orderExternal, detail })
  }
  const order = addConflicts(own, added, tx.now)
  recordChange(tx, outbox, { order, events: [], toKitchen: false, madeAt: { atHub: true } })
}
