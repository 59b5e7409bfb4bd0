/**
 * Group 7: what hub or store acknowledged of an order that both accepted is never undone unseen. It stands at the one order that is left, the store's,
 * or is a conflict there, and a person is asked about that on both sides.
 */
import { findByExternalId } from "../../hub/orders/index.ts"
import type { HubStore } from "../../hub/storage/index.ts"
import { referencesOf } from "../../protocol/rules/fiscal/order-documents.ts"
import { conflictsOf, conflictsWithoutMoney, secondPayments } from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { assert } from "./assert.ts"
import { assertOneNumber, documentsAtHub } from "./duplicate-numbers.ts"
import type { AcknowledgedWrite, DuplicateOrder } from "./duplicate-orders.ts"
import type { Estate } from "./estate.ts"
import { tenantOf } from "./fiscal-work.ts"
import { query } from "./hub-disk.ts"

/** What a disk lost before anybody had heard of it is not asked for. */
export async function assertDuplicates(estate: Estate, store: HubStore): Promise<void> {
  const { duplicates, upheavals, boxesOf } = estate
  if (upheavals.has("hub")) return
  for (const duplicate of duplicates.filter(({ storeId }) => !upheavals.has(storeId))) {
    const { storeId, externalId, accepted } = duplicate
    const box = boxesOf(storeId)[0]?.read
    const own = box?.order(externalId) ?? null
    const hubs = await store.read(tenantOf(storeId), (scope) => findByExternalId(scope, externalId))
    if (!accepted.hub && !accepted.store) continue
    assert(
      own !== null && hubs !== null,
      () => `${externalId} is ${own ? "" : "not "}in its store, ${hubs ? "" : "not "}at the hub`,
    )
    if (!own || !hubs || !box) continue
    assertSame(duplicate, own, hubs.order)
    const { hub } = accepted
    assert(!hub || hub === own.id || box.aliases(own.id).includes(hub), `${hub} does not lead to ${externalId}`)
    const unseen = duplicate.acknowledged.find((write) => !isSeen(own, box.corrections(own.id), write))
    assert(!unseen, () => `${unseen?.what} ${unseen?.key} was acknowledged, and undone unseen: ${JSON.stringify(own)}`)
    const asked = { hub: await actionItems(store, duplicate, own.id), store: box.conflicts(own.id) }
    assertAsked(duplicate, own, asked)
    const atBox = box.documents().filter(({ orderId }) => orderId === externalId)
    assertOneNumber({ own, atHub: await documentsAtHub(store, duplicate), atBox })
  }
}

function assertSame({ externalId, accepted }: DuplicateOrder, own: OrderRecord, hubs: OrderRecord): void {
  const shown = (order: OrderRecord) => {
    const { id, status, paymentStatus, payments, orderCode, revision, metadata, fiscal } = order
    const stands = { status, paymentStatus, revision, fiscal: fiscal?.status, documents: referencesOf(order) }
    return JSON.stringify({ id, ...stands, payments, orderCode, conflicts: metadata.conflicts })
  }
  assert(shown(own) === shown(hubs), () => `${externalId} is ${shown(own)} in its store, ${shown(hubs)} at the hub`)
  assert(!accepted.store || own.id === accepted.store, `${externalId} lost the id of its store`)
}

function isSeen(order: OrderRecord, corrections: readonly string[], { side, what, key }: AcknowledgedWrite): boolean {
  const isConflict = conflictsOf(order).some(
    (one) => one.side === side && one.what === what && (what === "cancellation" || one.key === key),
  )
  if (isConflict) return true
  if (what === "number") return referencesOf(order).includes(key)
  if (what === "payment") return order.payments.some(({ transactionId }) => transactionId === key)
  return what === "correction" ? corrections.includes(key) : order.status === "CANCELLED"
}

interface ActionItems {
  readonly conflicts: number
  readonly toReturn: number
}

async function actionItems(store: HubStore, { storeId }: DuplicateOrder, orderId: string): Promise<ActionItems> {
  const text = `SELECT (SELECT count(*) FROM order_conflict WHERE order_id = ?) AS conflicts,
    (SELECT to_return FROM orders WHERE order_id = ?) AS "toReturn"`
  const [row] = await store.system.read((scope) => query<ActionItems>(scope, text, orderId, orderId))
  if (!row) throw new Error(`nothing was read of ${orderId} of ${storeId}`)
  return row
}

function assertAsked(
  { externalId }: DuplicateOrder,
  order: OrderRecord,
  { hub, store }: { readonly hub: ActionItems; readonly store: number },
): void {
  const open = conflictsWithoutMoney(order).length
  assert(hub.conflicts === open, `headquarters is asked about ${hub.conflicts} of ${open} conflicts of ${externalId}`)
  assert(store === open, `the store is asked about ${store} of ${open} conflicts of ${externalId}`)
  const isPaidTwice = secondPayments(order).length > 0
  assert(!isPaidTwice || hub.toReturn === 1, `nobody is asked to give back what was paid twice for ${externalId}`)
}
