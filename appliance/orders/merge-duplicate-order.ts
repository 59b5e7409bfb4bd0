/** Takes in what the hub had of a sale that this store took in as well, under another id: its id leads to the store's, and what the hub acknowledged is written here, or is a conflict. */
import { isRefusal } from "../../protocol/refusals.ts"
import { correctOrder, describeCorrection, keyedCorrection, requestOf } from "../../protocol/rules/orders/correction.ts"
import { findDifferingLines } from "../../protocol/rules/orders/differing-lines.ts"
import { decideDuplicate, refusedCancellation, refusedTenders } from "../../protocol/rules/orders/duplicate-order.ts"
import { addConflicts, newConflicts } from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderConflict } from "../../protocol/shapes/conflict.ts"
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { RecordAudit } from "../audit/index.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx, Outbox } from "../storage/index.ts"
import { addAliases } from "./aliases-store.ts"
import { applyHubCancellation, type OrderPair } from "./apply-hub-cancellation.ts"
import { addCorrections, bytesOfCorrections, findCorrection } from "./corrections-store.ts"
import type { BusinessDays } from "./find-business-day.ts"
import type { LinkNumbers, NumberSale } from "./number-sale.ts"
import { addOrderEvents, type PublishedEvent } from "./order-events-store.ts"
import { storedOrder } from "./orders-store.ts"
import { recordChange } from "./record-change.ts"

export interface MergeDuplicateDeps {
  readonly outbox: Outbox
  readonly numberSale: NumberSale
  readonly linkNumbers: LinkNumbers
  readonly days: BusinessDays
  /** Writes the store's audit log. */
  readonly record: RecordAudit
}

interface DuplicateOrders extends OrderPair {
  /** Corrections that the hub acknowledged. */
  readonly corrections: readonly KeyedCorrection[]
  /** What the hub told of it. */
  readonly events: readonly PublishedEvent[]
}

/** The store's order as it became, and what it refused of the hub's. */
interface MergeResult {
  readonly own: OrderRecord
  readonly conflicts: readonly OrderConflict[]
}

export function mergeDuplicateOrder(tx: BoxTx, twins: DuplicateOrders, parts: MergeDuplicateDeps): void {
  const { hubs, events } = twins
  addAliases(tx, twins.own.id, [hubs.id])
  addOrderEvents(tx, twins.own.id, events)
  const corrected = applyCorrections(tx, twins, parts.outbox)
  const charged = applyPaymentOrCancellation(tx, { own: corrected.own, hubs }, parts)
  const lines = findDifferingLines(twins.own, hubs, tx.now)
  const conflicts = [...(lines ? [lines] : []), ...corrected.conflicts, ...charged.conflicts]
  recordConflicts(tx, { own: charged.own, conflicts }, parts)
}

/** Applies the hub's corrections to the store's order in the order of their revisions, each under its own key. */
function applyCorrections(tx: BoxTx, twins: DuplicateOrders, outbox: Outbox): MergeResult {
  const conflicts: OrderConflict[] = []
  let own = twins.own
  const inOrder = [...twins.corrections].sort((a, b) => a.correction.revision - b.correction.revision)
  for (const keyed of inOrder) {
    const { key } = keyed
    const known = findCorrection(tx, own.id, key)
    const correctionsBytes = bytesOfCorrections(tx, own.id)
    const change = correctOrder({ order: own, request: requestOf(keyed), known, correctionsBytes, now: tx.now })
    if (isRefusal(change)) {
      conflicts.push({
        at: tx.now,
        side: "hub",
        what: "correction",
        key,
        why: `${change.message} ${describeCorrection(keyed)}`,
      })
    } else if (change.outcome === "applied") {
      const corrections = keyedCorrection(change, key)
      addCorrections(tx, own.id, corrections)
      recordChange(tx, outbox, { order: change.order, events: [], corrections })
      own = change.order
    }
  }
  return { own, conflicts }
}

/** What follows the corrections: the hub's payment, or its cancellation. */
function applyPaymentOrCancellation(tx: BoxTx, { own, hubs }: OrderPair, parts: MergeDuplicateDeps): MergeResult {
  const { outbox, numberSale } = parts
  const { declineReasons } = requireConfig(tx)
  const meeting = { own, hubs, declineReasons, now: tx.now }
  const met = decideDuplicate(meeting)
  if (met.is === "same") return { own, conflicts: [] }
  if (met.is === "apart") return { own, conflicts: met.conflicts }
  if (met.is === "cancelled") return applyCancellation(tx, { own, hubs }, { ...parts, unreturned: met.conflicts })
  if (met.is === "returned") {
    recordChange(tx, outbox, { order: met.order, events: [], madeAt: { atHub: true } })
    return { own: met.order, conflicts: [] }
  }
  const { change } = met
  const sold = change.outcome === "settled" ? numberSale(tx, change.order) : change.order
  if (isRefusal(sold)) return { own, conflicts: refusedTenders(meeting, sold.message) }
  recordChange(tx, outbox, { ...change, order: sold, madeAt: { atHub: true } })
  return { own: sold, conflicts: [] }
}

interface CancelDuplicateDeps extends MergeDuplicateDeps {
  /** Money that the hub took for its cancelled order, and that nobody has given back. */
  readonly unreturned: readonly OrderConflict[]
}

function applyCancellation(
  tx: BoxTx,
  orders: OrderPair,
  { outbox, days, unreturned }: CancelDuplicateDeps,
): MergeResult {
  const change = applyHubCancellation(tx, orders, days)
  const { own, hubs } = orders
  if (typeof change === "string") return { own, conflicts: [refusedCancellation(hubs, change, tx.now), ...unreturned] }
  recordChange(tx, outbox, { ...change, madeAt: { atHub: true } })
  return { own: change.order, conflicts: unreturned }
}

function recordConflicts(
  tx: BoxTx,
  { own: known, conflicts }: MergeResult,
  { outbox, record }: MergeDuplicateDeps,
): void {
  // Read again: its tickets may have been sent to the kitchen with its payment.
  const own = storedOrder(tx, known.id) ?? known
  const added = newConflicts(own, conflicts)
  if (added.length === 0) return
  for (const { what, why } of added) {
    record(tx, { action: "order.conflict", caller: null, subject: own.orderExternal, detail: { what, why } })
  }
  const order = addConflicts(own, added, tx.now)
  recordChange(tx, outbox, { order, events: [], toKitchen: false, madeAt: { atHub: true } })
}
