/**
 * Creates orders at the hub, many in one transaction (docs/contract/orders.md#create-an-order,
 * docs/contract/sync.md#orders-created-at-the-hub): stored at once, and appended to the log of a store that has a box.
 */
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { businessDayOf } from "../../protocol/rules/business-day/business-day.ts"
import { createOrder } from "../../protocol/rules/orders/injection.ts"
import { findNamedStore, storeLookup } from "../../protocol/rules/orders/named-store.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import { RetryTransaction } from "../../runtime/storage/store-errors.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { type Downlink, enrolledAmong, findStoresNamed } from "../tenants/index.ts"
import { type OrderChange, recordAllEvents } from "../webhooks/index.ts"
import type { LinkFiscal } from "./link-fiscal.ts"
import type { OpenDays } from "./open-days.ts"
import { findByExternalIds, insertOrders } from "./orders-store.ts"
import { sendAllToKitchen } from "./send-to-kitchen.ts"
import { splitByName } from "./split-by-name.ts"

/** Returns those of the external ids that something waits for. */
type Awaited = (scope: TenantRead, externalIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface CreateOrdersDeps {
  readonly ids: Ids
  readonly downlink: Pick<Downlink, "append">
  readonly openDays: OpenDays
  /** Orders whose document was numbered before they arrived. `linkFiscal` joins the two. */
  readonly numbered: Awaited
  readonly linkFiscal: LinkFiscal
  /** Orders whose charge was created before they arrived. A paid charge settles the order. */
  readonly charged: Awaited
  readonly placeCharge: (tx: TenantWrite, order: OrderRecord) => Promise<OrderRecord>
}

interface StoredOrder {
  readonly order: OrderRecord
  readonly alreadyExisted: boolean
}

export type Outcome = StoredOrder | Refusal<StoreNotFound | "AMOUNT_MISMATCH">

/** Returns an outcome for each injection, in their order: a new order, the order that has its external id, or a refusal that wrote nothing. */
export function createOrders(
  tx: TenantWrite,
  creating: CreateOrdersDeps,
  injections: readonly OrderInjection[],
): Promise<Outcome[]> {
  // Of two injections with one external id, the first creates the order. The second finds it, or is decided alone if the first was refused.
  return splitByName(injections, externalIdOf, (apart) => createApart(tx, creating, apart))
}

/** Creates orders whose external ids differ. */
async function createApart(
  tx: TenantWrite,
  creating: CreateOrdersDeps,
  injections: readonly OrderInjection[],
): Promise<Outcome[]> {
  const [known, placeOf] = await allOf([
    findByExternalIds(tx, injections.map(externalIdOf)),
    readStores(tx, injections),
  ])
  const fresh = injections.filter((one) => !known.has(one.orderId))
  const made = new Map<string, Outcome | Placed>()
  for (const one of await judge(tx, creating, { injections: fresh, placeOf })) made.set(one.injection.orderId, one.made)
  const wanted = [...made.values()].filter((one) => "place" in one)
  const created = await write(tx, creating, wanted)
  const others = await findByExternalIds(
    tx,
    wanted.map(({ change }) => change.order.orderExternal).filter((id) => !created.has(id)),
  )
  return injections.map(({ orderId }) => {
    const before = known.get(orderId) ?? others.get(orderId)
    if (before) return { order: before, alreadyExisted: true }
    const order = created.get(orderId)
    if (order) return { order, alreadyExisted: false }
    const refused = made.get(orderId)
    if (!refused || !isRefusal(refused)) throw new Error(`order ${orderId} is neither new nor known`)
    return refused as Outcome
  })
}

type StoreNotFound = "VALIDATION_ERROR" | "NOT_FOUND"

type FindStore = (injection: OrderInjection) => Store | Refusal<StoreNotFound>

/** Reads the stores that the injections name, together. */
async function readStores(scope: TenantRead, injections: readonly OrderInjection[]): Promise<FindStore> {
  const named = injections.map(({ store }) => storeLookup(store))
  const stores = await findStoresNamed(scope, {
    ids: named.flatMap(({ id }) => id ?? []),
    codes: named.flatMap(({ code }) => code ?? []),
  })
  const byId = new Map(stores.map((store) => [store.id, store]))
  const byCode = new Map(stores.map((store) => [store.code, store]))
  const known = { byId: (id: string) => byId.get(id), byCode: (code: string) => byCode.get(code) }
  return ({ store }) => findNamedStore(store, known)
}

interface Placed {
  readonly change: OrderChange
  readonly place: Store
  readonly hasBox: boolean
}

/** Lets the rules decide each injection. Nothing is written yet. */
async function judge(
  tx: TenantWrite,
  creating: CreateOrdersDeps,
  { injections, placeOf }: { injections: readonly OrderInjection[]; placeOf: FindStore },
) {
  const storeIds = storesOf(injections, placeOf)
  const [openDays, enrolled] = await allOf([creating.openDays(tx, storeIds), enrolledAmong(tx.system, storeIds)])
  return injections.map((injection) => {
    const place = placeOf(injection)
    if (isRefusal(place)) return { injection, made: place }
    const day = openDays.get(place.id) ?? null
    const made = createOrder({
      injection,
      id: creating.ids.uuid(),
      tenant: tx.tenant,
      store: place,
      businessDayDate: businessDayOf({ createdAt: injection.createdAt, openDay: day, store: place }),
      now: tx.now,
    })
    if (isRefusal(made)) return { injection, made }
    return { injection, made: { change: made, place, hasBox: enrolled.has(place.id) } }
  })
}

function storesOf(injections: readonly OrderInjection[], placeOf: FindStore): string[] {
  const places = injections.map(placeOf).filter((place) => !isRefusal(place))
  return [...new Set((places as Store[]).map(({ id }) => id))].sort()
}

/** Writes the orders, their events, links and charges. Returns the new orders by external id; a missing one existed before. */
async function write(
  tx: TenantWrite,
  creating: CreateOrdersDeps,
  wanted: readonly Placed[],
): Promise<Map<string, OrderRecord>> {
  if (wanted.length === 0) return new Map()
  const idsOf = (those: readonly Placed[]) => [...new Set(those.map(({ place }) => place.id))].sort()
  const atBoxes = new Set(idsOf(wanted.filter(({ hasBox }) => hasBox)))
  // An order is added to the figures of its store. The log of a store with a box is locked before them, as everywhere.
  await lockStoreLogs(tx, [...atBoxes])
  const changes = await sendAllToKitchen(tx, creating.ids, wanted)
  const names = changes.map(({ order }) => order.orderExternal)
  // Read after the insert, because anything that commits later finds the orders. A box may have been claimed while this waited for a lock.
  const [added, numbered, charged, claimed] = await allOf([
    insertOrders(
      tx,
      changes.map(({ order }) => order),
      "hub",
    ),
    creating.numbered(tx, names),
    creating.charged(tx, names),
    enrolledAmong(tx.system, idsOf(wanted.filter(({ hasBox }) => !hasBox))),
  ])
  if (claimed.size > 0) throw new RetryTransaction(`a box was claimed for ${[...claimed].join(", ")}`)
  const fresh = changes.filter(({ order }) => added.has(order.id))
  const linked = await eachOf(fresh, async (change) => {
    if (!numbered.has(change.order.orderExternal)) return change
    return { ...change, order: await creating.linkFiscal(tx, change.order) }
  })
  await recordAllEvents(tx, creating.ids, linked)
  const orders = await eachOf(linked, async ({ order }) =>
    charged.has(order.orderExternal) ? creating.placeCharge(tx, order) : order,
  )
  await sendDown(
    tx,
    creating,
    orders.filter(({ storeId }) => atBoxes.has(storeId)),
  )
  return new Map(orders.map((order) => [order.orderExternal, order]))
}

/** Appends to the logs sorted by store, as everywhere, so that two transactions cannot deadlock. */
async function sendDown(
  tx: TenantWrite,
  { downlink }: CreateOrdersDeps,
  orders: readonly OrderRecord[],
): Promise<void> {
  for (const storeId of [...new Set(orders.map((order) => order.storeId))].sort()) {
    const own = orders.filter((order) => order.storeId === storeId)
    const ops = own.map((order) => ({ kind: "order.created" as const, body: { order } }))
    await downlink.append(tx.system, storeId, ...ops)
  }
}

/** One after another, because they share a transaction. */
async function eachOf<From, To>(all: readonly From[], change: (one: From) => Promise<To> | To): Promise<To[]> {
  const changed: To[] = []
  for (const one of all) changed.push(await change(one))
  return changed
}

function externalIdOf({ orderId }: OrderInjection): string {
  return orderId
}
