/** Changes the availability of products: at the hub, by an operation of the store's box, or when a time is over. */
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import { applyAvailability, isOut, laterStock } from "../../protocol/rules/catalog/stock.ts"
import { CALLBACK_RETRY } from "../../protocol/rules/queue/retry.ts"
import type { Availability, StockFact } from "../../protocol/shapes/stock.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Ids } from "../../runtime/ids.ts"
import { enqueue, type JobKinds, type TransactionalJobKind } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockStoreLogs } from "../sync/index.ts"
import { type Downlink, findStore, isEnrolled, lockStore } from "../tenants/index.ts"
import { recordEvent } from "../webhooks/index.ts"
import { lockStock, saveStock } from "./stock-store.ts"

const BACK_KIND = "catalog.product-back"

export interface StockDeps {
  readonly ids: Ids
  readonly downlink: Downlink
}

interface BackBody extends Pick<StockFact, "productId" | "revision" | "side"> {
  readonly storeId: string
}

/** A change at the hub: saved, published, and sent to the store's box. */
export async function applyAvailabilityAtHub(
  tx: TenantWrite,
  { ids, downlink }: StockDeps,
  { place, productId, said }: { place: Store; productId: string; said: Availability },
): Promise<StockFact | Refusal<"VALIDATION_ERROR">> {
  await lockStoreLogs(tx, [place.id])
  const hasBox = await isBoxed(tx, place.id)
  const known = await lockStock(tx, place.id, productId)
  const fact = applyAvailability(known, said, { productId, side: "hub", now: tx.now })
  if (isRefusal(fact) || fact === known) return fact
  await keepFact(tx, ids, { place, fact, known })
  if (hasBox) await downlink.append(tx.system, place.id, { kind: "stock.changed", body: { fact } })
  return fact
}

/** Locks the store's log until the commit, or its row if it has no log, because a box may be claimed for it at this moment. */
async function isBoxed(tx: TenantWrite, storeId: string): Promise<boolean> {
  if (await isEnrolled(tx.system, storeId)) return true
  await lockStore(tx, storeId)
  return isEnrolled(tx.system, storeId)
}

/** A change by the store's box. One that loses against the hub's own change has no effect, and the store gets the hub's. */
export async function applyStock(
  tx: TenantWrite,
  { storeId, fact }: { storeId: string; fact: StockFact },
  ids: Ids,
): Promise<string | null> {
  const place = await findStore(tx, storeId)
  if (!place) return "UNKNOWN_STORE"
  const known = await lockStock(tx, storeId, fact.productId)
  if (laterStock(known, fact) === fact) await keepFact(tx, ids, { place, fact, known })
  return null
}

interface Keeping {
  readonly place: Store
  readonly fact: StockFact
  readonly known: StockFact | null
}

async function keepFact(tx: TenantWrite, ids: Ids, { place, fact, known }: Keeping): Promise<void> {
  await saveStock(tx, place.id, fact)
  const was = { out: isOut(known, tx.now), until: known?.until ?? null }
  const is = { out: isOut(fact, tx.now), until: fact.until }
  if (was.out !== is.out || (is.out && was.until !== is.until)) {
    await tellStock(tx, ids, { place, fact, available: !is.out })
  }
  if (is.out && fact.until !== null) {
    const { productId, revision, side } = fact
    const body: BackBody = { storeId: place.id, productId, revision, side }
    await enqueue(tx, ids, { kind: BACK_KIND, lane: place.id, body, runAt: fact.until })
  }
}

async function tellStock(
  tx: TenantWrite,
  ids: Ids,
  { place, fact, available }: { place: Store; fact: StockFact; available: boolean },
): Promise<void> {
  const until = available ? null : fact.until
  await recordEvent(tx, ids, {
    type: "product.availability_changed",
    sequence: fact.revision,
    data: { storeId: place.id, storeCode: place.code, productId: fact.productId, available, until },
  })
}

/** Publishes products that are back because their time is over. Reads see that without this. */
export function catalogKinds({ ids }: { ids: Ids }): JobKinds {
  const back: TransactionalJobKind<BackBody> = {
    retry: CALLBACK_RETRY,
    async apply(tx, { body }) {
      const place = await findStore(tx, body.storeId)
      const fact = await lockStock(tx, body.storeId, body.productId)
      const still = fact?.revision === body.revision && fact.side === body.side && !isOut(fact, tx.now)
      if (!place || !fact || !still) return { is: "ignored", result: null }
      await tellStock(tx, ids, { place, fact, available: true })
      return { is: "processed", result: { productId: body.productId } }
    },
  }
  return { [BACK_KIND]: back }
}
