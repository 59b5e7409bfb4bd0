/** Applies a store's change of one of its orders: the copy and its events, in the transaction of the batch. */
import { mergeFiscal } from "../../protocol/rules/fiscal/fiscal-verdict.ts"
import { referencesOf } from "../../protocol/rules/fiscal/order-documents.ts"
import type { OrderEvent } from "../../protocol/rules/orders/injection.ts"
import type { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"
import { moveEvents, recordEvents, untold } from "../webhooks/index.ts"
import { archivedIn } from "./archived-store.ts"
import { addCorrections } from "./corrections-store.ts"
import type { LinkFiscal } from "./link-fiscal.ts"
import { findByExternalId, insertOrder, lockOrder, replaceByAlias, updateOrder } from "./orders-store.ts"

export interface OrderChangedBody {
  readonly order: OrderRecord
  readonly events: readonly OrderEvent[]
  readonly corrections?: readonly KeyedCorrection[]
}

interface ApplyOrderDeps {
  readonly body: OrderChangedBody
  readonly ids: Ids
  readonly linkFiscal: LinkFiscal
  /** Moves the reports of an order that continues under another id. */
  readonly moveReports: (tx: TenantWrite, from: string, to: string) => Promise<void>
}

/** Returns why the operation can never be applied, or null when it was applied. */
export async function applyOrderChanged(
  tx: TenantWrite,
  { body, ids, linkFiscal, moveReports }: ApplyOrderDeps,
): Promise<string | null> {
  const { order: sent, corrections = [] } = body
  const known = await lockOrder(tx, sent.id)
  const order = known ? withHubData(known.order, sent) : sent
  if (known) await updateOrder(tx, { ...known, order }, "store")
  else {
    const month = await archivedIn(tx, order)
    if (month !== null) return `ORDER_ARCHIVED: ${month}`
    const refused = await insertCopy(tx, order, moveReports)
    if (refused) return refused
  }
  await addCorrections(tx, order.id, corrections)
  // Only a new document is submitted to the authority. The others were submitted before.
  if (documentsIn(order) !== documentsIn(known?.order)) await linkFiscal(tx, order)
  await recordEvents(tx, ids, { order, events: await untold(tx, order.id, body.events) })
  return null
}

/** Adds to the store's order what only the hub receives: the store may not have these facts about its document yet. */
export function withHubData(hubs: OrderRecord, stores: OrderRecord): OrderRecord {
  const representation = stores.fiscalRepresentation ?? hubs.fiscalRepresentation
  return {
    ...stores,
    aggregator: hubs.aggregator,
    fiscal: mergeFiscal(hubs.fiscal, stores.fiscal),
    ...(representation && { fiscalRepresentation: representation }),
  }
}

/** The order's document references as text, to compare two versions. */
export function documentsIn(order: OrderRecord | undefined): string {
  return order ? String(referencesOf(order)) : ""
}

/** A register that switched from the box to the hub created one sale on both sides. The store's order is the one that remains. */
async function insertCopy(
  tx: TenantWrite,
  order: OrderRecord,
  moveReports: ApplyOrderDeps["moveReports"],
): Promise<string | null> {
  if (await insertOrder(tx, order, "store")) return null
  const twin = await findByExternalId(tx, order.orderExternal)
  if (!twin) return `ORDER_ID_TAKEN: ${order.id}`
  if (twin.order.storeId !== order.storeId) return `EXTERNAL_ID_TAKEN: ${order.orderExternal}`
  await replaceByAlias(tx, twin.order.id, order)
  await moveEvents(tx, twin.order.id, order.id)
  await moveReports(tx, twin.order.id, order.id)
  if (!(await insertOrder(tx, order, "store"))) return `ORDER_ID_TAKEN: ${order.id}`
  return null
}
