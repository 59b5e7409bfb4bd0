/**
 * One order id that hub and store both accept, and what clients do to the order on either side before the two agree: kept and merged by
 * the product's own rooms (docs/contract/sync.md#one-order-id-created-on-both-sides).
 */

import { linkNumbers } from "../../appliance/fiscal/index.ts"
import { addCorrections as addAtBox } from "../../appliance/orders/store/corrections-store.ts"
import { findByExternalId as findAtBox, recordChange } from "../../appliance/orders/store/index.ts"
import type { BoxTx, Outbox } from "../../appliance/storage/index.ts"
import { createLinkFiscal } from "../../hub/fiscal/index.ts"
import { addCorrections } from "../../hub/orders/corrections-store.ts"
import { findByExternalId, lockByExternalId, updateOrder } from "../../hub/orders/index.ts"
import { insertOrder } from "../../hub/orders/orders-store.ts"
import type { TenantWrite } from "../../hub/storage/index.ts"
import { recordEvents } from "../../hub/webhooks/index.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { cancelOrder } from "../../protocol/rules/cancellation/cancel-order.ts"
import { correctOrder, keyedCorrection } from "../../protocol/rules/orders/correction.ts"
import { type ChangedOrder, createOrder } from "../../protocol/rules/orders/injection.ts"
import { confirmPayment } from "../../protocol/rules/payments/settlement.ts"
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { Ids } from "../../runtime/ids.ts"
import { anInjection, aTender } from "../kit/orders.ts"
import { issueAtBox, issueAtHub } from "./duplicate-numbers.ts"
import { fiscalStore, tenantOf } from "./fiscal-work.ts"
import type { HubProcess } from "./hub-process.ts"
import type { StoreNode } from "./store-node.ts"
import type { World } from "./world.ts"

const WRITES = ["payment", "cancellation", "correction"] as const
/** Each side is asked for so many changes of the order, within this time. */
const WRITES_MAX = 2
const WITHIN_MS = 30_000

export interface OrderWrite {
  readonly what: (typeof WRITES)[number]
  /** Of the tender, of the correction; of a cancellation the reason. */
  readonly key: string
}

/** Answered with a yes after its commit. */
export interface AcknowledgedWrite {
  readonly side: "hub" | "store"
  readonly what: OrderWrite["what"] | "number"
  /** Of the write; of a number its request. */
  readonly key: string
}

export interface DuplicateOrder {
  readonly storeId: string
  readonly externalId: string
  /** The ids under which the sides accepted it. */
  readonly accepted: { hub?: string; store?: string }
  readonly acknowledged: AcknowledgedWrite[]
}

export interface DuplicateOrderInput {
  readonly world: World
  readonly ids: Ids
  readonly storeId: string
  readonly n: number
  readonly anyHub: () => HubProcess | undefined
  readonly anyBox: () => StoreNode
}

/** Both sides are sent the order in the same moments, and then their clients go on. */
export function sendToBothSides(input: DuplicateOrderInput): DuplicateOrder {
  const { world, ids, storeId, n, anyHub, anyBox } = input
  const { random } = world
  const externalId = `both-${n}`
  const duplicate: DuplicateOrder = { storeId, externalId, accepted: {}, acknowledged: [] }
  const create = () => newOrder(storeId, externalId, ids.uuid())
  world.after(0, async () => {
    const created = create()
    const op = { kind: "order.created", body: { order: { n, id: created.order.id } } }
    const isNew = await anyHub()?.change(storeId, (tx, append) => acceptAtHub(tx, ids, { created, op, append }))
    if (isNew) duplicate.accepted.hub = created.order.id
  })
  world.after(random.whole(WITHIN_MS / 10), () => {
    const created = create()
    if (anyBox().change((tx, outbox) => acceptAtBox(tx, outbox, created))) duplicate.accepted.store = created.order.id
  })
  for (const side of ["hub", "store"] as const) {
    for (let count = random.whole(WRITES_MAX + 1); count > 0; count -= 1) {
      const write = { what: random.pick(WRITES), key: `${side}-${n}-${count}` }
      world.after(random.whole(WITHIN_MS), async () => {
        const isDone =
          side === "hub"
            ? await anyHub()?.change(storeId, (tx) => writeAtHub(tx, ids, { externalId, write }))
            : anyBox().change((tx, outbox) => writeAtBox(tx, outbox, { externalId, write }))
        if (isDone) duplicate.acknowledged.push({ side, ...write })
      })
    }
  }
  if (world.strikes("number on both sides")) issueOnBothSides(input, duplicate)
  return duplicate
}

/** Either may come before its order is there. */
function issueOnBothSides({ world, ids, anyHub, anyBox }: DuplicateOrderInput, duplicate: DuplicateOrder): void {
  const { random } = world
  const { storeId } = duplicate
  const issue = (side: "hub" | "store", run: (took: (key: string | null) => boolean) => Promise<boolean> | boolean) => {
    world.after(random.whole(WITHIN_MS), async () => {
      let request: string | null = null
      const isDone = await run((key) => {
        request = key
        return key !== null
      })
      if (isDone && request !== null) duplicate.acknowledged.push({ side, what: "number", key: request })
    })
  }
  issue("hub", async (took) => {
    const hub = anyHub()
    // A hub that was restored gives its own numbers again, and a box takes none twice.
    if (!hub || world.has("hub restored from backup")) return false
    return hub.change(storeId, async (tx, append) => took(await issueAtHub(tx, { ids, append }, duplicate)))
  })
  issue("store", (took) => {
    const box = anyBox()
    const agrees = () => box.status()?.agreed === true
    return box.change((tx, outbox) => took(issueAtBox(tx, { ids, outbox, agrees }, duplicate)))
  })
}

function newOrder(storeId: string, externalId: string, id: string): ChangedOrder {
  const injection = anInjection({
    orderId: externalId,
    orderCode: externalId,
    channel: "WEB",
    store: { code: storeId },
  })
  const { createdAt } = injection
  const businessDayDate = createdAt.slice(0, 10)
  const store = fiscalStore(storeId)
  const created = createOrder({ injection, id, tenant: tenantOf(storeId), store, businessDayDate, now: createdAt })
  if (isRefusal(created)) throw new Error(created.message)
  return created
}

type Append = (op: { readonly kind: string; readonly body: unknown }) => Promise<void>

interface Acceptance {
  readonly created: ChangedOrder
  readonly op: { readonly kind: string; readonly body: unknown }
  readonly append: Append
}

async function acceptAtHub(tx: TenantWrite, ids: Ids, { created, op, append }: Acceptance): Promise<boolean> {
  if (await findByExternalId(tx, created.order.orderExternal)) return false
  if (!(await insertOrder(tx, created.order, "hub"))) return false
  await recordEvents(tx, ids, created)
  await createLinkFiscal(ids)(tx, created.order)
  await append(op)
  return true
}

function acceptAtBox(tx: BoxTx, outbox: Outbox, created: ChangedOrder): boolean {
  if (findAtBox(tx, created.order.orderExternal)) return false
  recordChange(tx, outbox, { ...created, order: linkNumbers(tx, created.order), toKitchen: false })
  return true
}

interface Asked {
  readonly externalId: string
  readonly write: OrderWrite
}

/** What is at home in the store is carried there, which is another test's: the hub itself acknowledges nothing then. */
async function writeAtHub(tx: TenantWrite, ids: Ids, { externalId, write }: Asked): Promise<boolean> {
  const kept = await lockByExternalId(tx, externalId)
  const change = kept?.home === "hub" ? apply(kept.order, write, tx.now) : null
  if (!kept || !change) return false
  await updateOrder(tx, { ...kept, order: change.order }, "hub")
  await addCorrections(tx, change.order.id, change.corrections ?? [])
  await recordEvents(tx, ids, change)
  return true
}

function writeAtBox(tx: BoxTx, outbox: Outbox, { externalId, write }: Asked): boolean {
  const order = findAtBox(tx, externalId)
  const change = order && apply(order, write, tx.now)
  if (!change) return false
  addAtBox(tx, change.order.id, change.corrections ?? [])
  recordChange(tx, outbox, { ...change, toKitchen: false })
  return true
}

type Change = Pick<ChangedOrder, "order" | "events"> & { readonly corrections?: readonly KeyedCorrection[] }

/** Null: the rules refuse it. */
function apply(order: ChangedOrder["order"], { what, key }: OrderWrite, now: string): Change | null {
  if (what === "cancellation") {
    const cancellation = { reason: key, type: null, note: null, group: "other", by: "apikey:sim" } as const
    return cancelOrder(order, { cancellation, refunds: [], now })
  }
  if (what === "payment") {
    const payments = [aTender({ transaction_id: key, occurred_at: now })]
    const charged = confirmPayment({ order, confirmation: { payments }, declineReasons: [], now })
    return isRefusal(charged) || charged.outcome !== "settled" ? null : charged
  }
  const request = { expectedRevision: order.revision, idempotencyKey: key, additionalInfo: { orderCode: key } }
  const corrected = correctOrder({ order, request, known: null, correctionsBytes: 0, now })
  if (isRefusal(corrected) || corrected.outcome !== "applied") return null
  return { order: corrected.order, events: [], corrections: keyedCorrection(corrected, key) }
}
