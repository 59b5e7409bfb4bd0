/** Records payments of open orders at the hub, many in one transaction (docs/contract/payments.md#confirm-payment). Each is decided alone. */
import type { AnswerOf, RefusalOf } from "../../protocol/http/endpoint.ts"
import type { confirmPayment as endpoint } from "../../protocol/http/orders.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { confirmPayment, type PaymentOutcome } from "../../protocol/rules/payments/settlement.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { DeclineReason, PaymentConfirmation } from "../../protocol/shapes/tender.ts"
import type { Ids } from "../../runtime/ids.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import { type AtStore, atStore } from "../enrolment/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { declineReasons, enrolledAmong, findStoresNamed } from "../tenants/index.ts"
import { recordAllEvents } from "../webhooks/index.ts"
import { type NoOrder, resolveOrders } from "./find-order.ts"
import { lockOrders, type StoredOrderRow, updateOrders } from "./orders-store.ts"
import type { Referred } from "./references-store.ts"
import { sendAllToKitchen } from "./send-to-kitchen.ts"
import { splitByName } from "./split-by-name.ts"

export interface ConfirmPaymentsDeps {
  readonly ids: Ids
}

export interface PaymentRequest {
  /** Any reference that identifies the order. */
  readonly reference: string
  readonly confirmation: PaymentConfirmation
}

type Confirmed = AnswerOf<typeof endpoint> | AtStore

/** Returns an outcome for each payment, in their order. A refusal, or an order whose home is the store, changes nothing at the hub. */
export async function confirmPayments(
  tx: TenantWrite,
  charging: ConfirmPaymentsDeps,
  asked: readonly PaymentRequest[],
): Promise<Confirmed[]> {
  const resolve = await resolveOrders(
    tx,
    asked.map(({ reference }) => reference),
  )
  const meant = asked.map((one): Meant => ({ ...one, order: resolve(one.reference) }))
  const here = meant.flatMap(({ order }) => (isRefusal(order) || order.home === "store" ? [] : [order]))
  const [places, reasons] = await allOf([placesOf(tx, here), declineReasons(tx)])
  const held = await lockHubOrders(tx, { here, places })
  // Of two payments of one order, the second is decided on what the first has left.
  return splitByName(meant, nameOf, async (apart) => {
    const made = apart.map((one) => judge(one, { held, reasons, now: tx.now }))
    const charged = made.filter((one) => "change" in one)
    for (const kept of await write(tx, charging, { charged, places })) held.set(kept.order.id, kept)
    return made.map(answerOf)
  })
}

interface Meant extends PaymentRequest {
  readonly order: Referred | NoOrder
}

function nameOf({ reference, order }: Meant): string {
  return isRefusal(order) ? reference : order.orderId
}

interface Place {
  readonly place: Store
  readonly hasBox: boolean
}

/** The stores of these orders, with their boxes. */
async function placesOf(tx: TenantWrite, orders: readonly Referred[]): Promise<ReadonlyMap<string, Place>> {
  const ids = [...new Set(orders.map(({ storeId }) => storeId))]
  const [stores, enrolled] = await allOf([findStoresNamed(tx, { ids, codes: [] }), enrolledAmong(tx.system, ids)])
  return new Map(stores.map((place) => [place.id, { place, hasBox: enrolled.has(place.id) }]))
}

interface Here {
  readonly here: readonly Referred[]
  readonly places: ReadonlyMap<string, Place>
}

/** Locks the orders until the commit. A payment changes the figures of its store, so the log of a store with a box is locked first. */
async function lockHubOrders(tx: TenantWrite, { here, places }: Here) {
  if (here.length === 0) return new Map<string, StoredOrderRow>()
  await lockStoreLogs(tx, [...places].flatMap(([id, { hasBox }]) => (hasBox ? [id] : [])).sort())
  return lockOrders(
    tx,
    here.map(({ orderId }) => orderId),
  )
}

interface Judged {
  readonly kept: StoredOrderRow
  readonly change: PaymentOutcome
}

type LeasedJob = ReadonlyMap<string, StoredOrderRow>

/** Lets the rules decide one payment. Nothing is written yet. */
function judge(
  { reference, order, confirmation }: Meant,
  { held, reasons, now }: { held: LeasedJob; reasons: readonly DeclineReason[]; now: string },
): Judged | AtStore | RefusalOf<typeof endpoint> {
  if (isRefusal(order)) return order
  if (order.home === "store") return atStore(order.storeId, { orderId: order.orderId })
  const kept = held.get(order.orderId)
  if (!kept) return refuse("NOT_FOUND", `There is no order ${reference}.`)
  // The order was offered to its store while this waited for the order's lock.
  if (kept.home === "store") return atStore(order.storeId, { orderId: order.orderId })
  const change = confirmPayment({ order: kept.order, confirmation, declineReasons: reasons, now })
  return isRefusal(change) ? change : { kept, change }
}

/** Writes the changed orders. Returns them as stored. */
async function write(
  tx: TenantWrite,
  { ids }: ConfirmPaymentsDeps,
  { charged, places }: { charged: readonly Judged[]; places: Here["places"] },
): Promise<StoredOrderRow[]> {
  const changed = charged.filter(({ change }) => change.outcome !== "duplicate")
  const placed = changed.map(({ kept, change }) => ({ change, ...placeOf(kept, places) }))
  const sent = await sendAllToKitchen(tx, ids, placed)
  const storedById = new Map(changed.map(({ kept }) => [kept.order.id, kept]))
  const orders = sent.map(({ order }) => ({ ...(storedById.get(order.id) as StoredOrderRow), order }))
  const written = await updateOrders(tx, orders, "hub")
  await recordAllEvents(tx, ids, sent)
  return written
}

function placeOf({ order }: StoredOrderRow, places: Here["places"]): Place {
  const place = places.get(order.storeId)
  if (!place) throw new Error(`no store ${order.storeId}`)
  return place
}

function answerOf(judged: ReturnType<typeof judge>): Confirmed {
  if (!("change" in judged)) return judged
  const { outcome, declines, order } = judged.change
  const { revision, status, paymentStatus, settlement, payments } = order
  return { status: 200, data: { outcome, revision, status, paymentStatus, settlement, payments, declines } }
}
