/** What stands for the rooms of the hub in the simulator: sales as rows, and an event of some of them; and what is planted before it starts. */
import { randomBytes } from "node:crypto"
import { moveReports } from "../../hub/callbacks/index.ts"
import { createLinkFiscal } from "../../hub/fiscal/index.ts"
import { applyOrderChanged, type OrderChangedBody } from "../../hub/orders/index.ts"
import { fence, type HubStore, type SystemWrite } from "../../hub/storage/index.ts"
import type { OfferOp } from "../../hub/sync/index.ts"
import type { ApplyUp } from "../../hub/sync/run-step.ts"
import { insertSyncState } from "../../hub/sync/sync-state-store.ts"
import { createOfferOp } from "../../hub/sync-handlers/offer-op.ts"
import { replaceBox } from "../../hub/tenants/boxes-store.ts"
import { insertEndpoint, secretPlace } from "../../hub/webhooks/endpoints-store.ts"
import { recordEvent } from "../../hub/webhooks/record-events.ts"
import type { Sender } from "../../hub/webhooks/send.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Ids } from "../../runtime/ids.ts"
import { seal } from "../../runtime/secrets.ts"
import { fiscalStore, takeNumber, tenantOf } from "./fiscal-work.ts"
import { query } from "./hub-disk.ts"

/** Of the sales, one in so many is an event. */
const TOLD_EVERY = 16
export const SECRET_KEY = randomBytes(32)

const PUT_SALE = "INSERT INTO sim_sale (store_id, account_id, vendor_id, uid, amount) VALUES (?, ?, ?, ?, ?)"

export interface SaleRecord {
  readonly uid: number
  readonly amount: number
  readonly life: number
  readonly poisoned: boolean
  readonly fiscal: FiscalRecord | null
}

export const isNotified = ({ uid }: { readonly uid: number }): boolean => uid % TOLD_EVERY === 0

export interface Applying {
  readonly store: HubStore
  readonly ids: Ids
  /** Tells at once what should be told after the commit: only for a bug that is planted. */
  readonly tell?: Sender
}

export function createApplyUp({ store, ids, tell }: Applying): ApplyUp {
  const tellNow = async (accountId: string, uid: number) => {
    const body = Buffer.from(JSON.stringify({ event: { id: ids.hex12() }, accountId, data: { uid } }))
    await tell?.send({ url: endpointsOf(accountId)[0]?.url ?? "", headers: {}, body }, new AbortController().signal)
  }
  const linkFiscal = createLinkFiscal(ids)
  return async (scope, enrolled, op) => {
    if (op.kind === "order.changed") {
      const body = op.body as OrderChangedBody
      return applyOrderChanged(fence(scope, enrolled, store.dialect), { body, ids, linkFiscal, moveReports })
    }
    if (op.kind === "fiscal.numbered") return takeNumber(scope, store, (op.body as { record: FiscalRecord }).record)
    // What a box notes in its trail, as that it is a copy.
    if (op.kind === "audit.recorded") return null
    const { record } = op.body as { record: SaleRecord }
    const { uid, amount, poisoned, fiscal } = record
    if (poisoned) throw new TypeError("this order is a mess")
    const { storeId, accountId, vendorId } = enrolled
    await query(scope, PUT_SALE, storeId, accountId, vendorId, uid, amount)
    if (isNotified(record) && tell) await tellNow(accountId, uid)
    else if (isNotified(record)) {
      await recordEvent(fence(scope, enrolled, store.dialect), ids, { type: "order.completed", data: { uid } })
    }
    return fiscal && takeNumber(scope, store, fiscal)
  }
}

/** An order that is kept by the product's rooms is offered by them; of the others a number goes down. */
export function createOffer(store: HubStore): OfferOp {
  const offerOp = createOfferOp(store)
  return async (scope, enrolled, op) => {
    const { order } = op.body as { order?: { n: number; id?: string } }
    if (order?.id === undefined) return op
    const offered = await offerOp(scope, enrolled, op)
    return { kind: op.kind, body: { order, offered: offered?.body ?? null } }
  }
}

/** Each tenant has one endpoint that wants everything, and one that wants what never happens here. */
export const endpointsOf = (accountId: string) => [
  { id: `${accountId}-all`, url: `http://${accountId}/all`, events: ["*"] },
  { id: `${accountId}-menus`, url: `http://${accountId}/menus`, events: ["menu.*"] },
]

export async function plantHub(scope: SystemWrite, storeIds: readonly string[]): Promise<void> {
  const tenants = new Map(storeIds.map((storeId) => [tenantOf(storeId).accountId, tenantOf(storeId)]))
  for (const { accountId, vendorId } of tenants.values()) {
    await scope.db.insertInto("account").values({ account_id: accountId, name: accountId }).execute()
    const vendor = { vendor_id: vendorId, account_id: accountId, name: vendorId, country_code: "XX", legal: null }
    await scope.db.insertInto("vendor").values(vendor).execute()
    for (const endpoint of endpointsOf(accountId)) {
      const secretSealed = seal("whsec_simulation", SECRET_KEY, secretPlace(endpoint.id))
      await insertEndpoint(scope, { ...endpoint, accountId, vendorId, name: endpoint.id, secretSealed })
    }
  }
  for (const storeId of storeIds) {
    const place = { storeId, ...tenantOf(storeId) }
    const owner = { account_id: place.accountId, vendor_id: place.vendorId }
    await scope.db
      .insertInto("store")
      .values({ store_id: storeId, ...owner, code: storeId, record: JSON.stringify(fiscalStore(storeId)) })
      .execute()
    await insertSyncState(scope, place)
    await replaceBox(scope, place)
  }
}
