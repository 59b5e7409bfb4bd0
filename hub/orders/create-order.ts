/** Creates an order at the hub (decisions §4, §9): durable here at once, and on its way down to a store that has a box. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { createOrder as endpoint } from "../../protocol/http/orders.ts"
import { invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { businessDayOf } from "../../protocol/rules/business-day.ts"
import { createOrder } from "../../protocol/rules/injection.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { OrderInjection } from "../../protocol/shapes/injection.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { HubStore, TenantRead, TenantWrite } from "../storage/index.ts"
import { type Downlink, findStore, findStoreByCode } from "../tenants/index.ts"
import { recordEvents } from "../webhooks/index.ts"
import type { LinkFiscal } from "./link-fiscal.ts"
import type { OpenDay } from "./open-day.ts"
import { findByExternalId, insertOrder } from "./orders-store.ts"
import { withKitchen } from "./send-to-kitchen.ts"

export interface Creating {
  readonly store: HubStore
  readonly ids: Ids
  readonly downlink: Downlink
  readonly openDay: OpenDay
  readonly linkFiscal: LinkFiscal
  /** Settles an order whose payment link was paid before it arrived. */
  readonly placeCharge: (tx: TenantWrite, order: OrderRecord) => Promise<OrderRecord>
}

export const createOrderHandler =
  (creating: Creating): Handler<typeof endpoint> =>
  ({ body, caller }) =>
    creating.store.write(caller, async (tx) => {
      const kept = await createIn(tx, creating, body)
      if (isRefusal(kept)) return kept
      const { order, alreadyExisted } = kept
      return alreadyExisted ? { status: 200, data: created(order, true) } : { status: 201, data: created(order, false) }
    })

export interface Kept {
  readonly order: OrderRecord
  readonly alreadyExisted: boolean
}

/** The order of an injection, in the caller's transaction: a new one, or the one that its external id has already. */
export async function createIn(
  tx: TenantWrite,
  { ids, downlink, openDay, linkFiscal, placeCharge }: Omit<Creating, "store">,
  injection: OrderInjection,
): Promise<Kept | Refusal<"VALIDATION_ERROR" | "AMOUNT_MISMATCH" | "NOT_FOUND">> {
  const known = await findByExternalId(tx, injection.orderId)
  if (known) return { order: known.order, alreadyExisted: true }
  const place = await findPlace(tx, injection.store)
  if (isRefusal(place)) return place
  const { createdAt } = injection
  const day = await openDay(tx, place.id)
  const made = createOrder({
    injection,
    id: ids.uuid(),
    tenant: tx.tenant,
    store: place,
    businessDayDate: businessDayOf({ createdAt, openDay: day, store: place }),
    now: tx.now,
  })
  if (isRefusal(made)) return made
  const change = await withKitchen(tx, { ids, downlink }, { change: made, place })
  if (!(await insertOrder(tx, change.order, "hub"))) {
    const winner = await findByExternalId(tx, injection.orderId)
    if (!winner) throw new Error(`order ${injection.orderId} is neither new nor known`)
    return { order: winner.order, alreadyExisted: true }
  }
  const linked = await linkFiscal(tx, change.order)
  await recordEvents(tx, ids, { ...change, order: linked })
  const order = await placeCharge(tx, linked)
  if (await downlink.isEnrolled(tx.system, place.id)) {
    await downlink.append(tx.system, place.id, { kind: "order.created", body: { order } })
  }
  return { order, alreadyExisted: false }
}

async function findPlace(
  scope: TenantRead,
  { id, code }: { id?: string; code?: string },
): Promise<Store | Refusal<"VALIDATION_ERROR" | "NOT_FOUND">> {
  if (id === undefined && code === undefined) return invalid({ path: "store", message: "must have an id or a code" })
  const found = id === undefined ? await findStoreByCode(scope, code ?? "") : await findStore(scope, id)
  if (!found) return refuse("NOT_FOUND", `There is no store ${id ?? code}.`)
  if (code !== undefined && found.code !== code) {
    return invalid({ path: "store.code", message: "is not the code of the store with this id" })
  }
  return found
}

function created(order: OrderRecord, alreadyExisted: boolean) {
  const { id, orderExternal, orderCode, status, revision } = order
  return { id, orderId: orderExternal, orderCode, status, revision, alreadyExisted }
}
