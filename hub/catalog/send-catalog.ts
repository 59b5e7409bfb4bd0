/** Sends a store's box what it lacks of the catalogue: only what changed, in parts that fit into a message. */
import type { CatalogItem } from "../../protocol/shapes/catalog.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { BATCH_BYTES_MAX } from "../../protocol/sync/limits.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Downlink } from "../tenants/index.ts"
import { itemsSince, revisionOf, sentRevision, setSentRevision } from "./items-store.ts"
import { syncsOf } from "./menus-store.ts"
import { stockOf } from "./stock-store.ts"

/** One operation fills most of a batch, so that there are few, and none is larger than a message. */
const PART_CHARS_MAX = (BATCH_BYTES_MAX * 3) / 4

type Place = Pick<Store, "id" | "code">

/** Returns how many items were sent. A box has all items of the revision before. */
export async function sendCatalogChanges(tx: TenantWrite, downlink: Downlink, { id, code }: Place): Promise<number> {
  const revision = await revisionOf(tx)
  const sent = await sentRevision(tx.system, id)
  if (sent >= revision) return 0
  const items = await itemsSince(tx, { revision: sent, storeCode: code })
  for (const [index, part] of partsOf(items).entries()) {
    const body = { revision, reset: sent === 0 && index === 0, last: part.last, items: part.items }
    await downlink.append(tx.system, id, { kind: "catalog.changed", body })
  }
  await setSentRevision(tx.system, tx.tenant, { storeId: id, revision })
  return items.length
}

/** Sends the delivery states of the store's menus. */
export async function sendMenuSyncs(tx: TenantWrite, downlink: Downlink, storeId: string): Promise<void> {
  const menus = await syncsOf(tx, storeId)
  await downlink.append(tx.system, storeId, { kind: "menus.synced", body: { menus } })
}

/** Sends a new box all that its store offers, whatever a former box was sent. */
export async function sendWholeCatalog(tx: TenantWrite, downlink: Downlink, place: Place): Promise<void> {
  await setSentRevision(tx.system, tx.tenant, { storeId: place.id, revision: 0 })
  await sendCatalogChanges(tx, downlink, place)
  await sendMenuSyncs(tx, downlink, place.id)
  for (const fact of await stockOf(tx, place.id)) {
    await downlink.append(tx.system, place.id, { kind: "stock.changed", body: { fact } })
  }
}

function partsOf(items: readonly CatalogItem[]): { items: CatalogItem[]; last: boolean }[] {
  const parts: CatalogItem[][] = [[]]
  let chars = 0
  for (const item of items) {
    const size = JSON.stringify(item).length
    if (chars > 0 && chars + size > PART_CHARS_MAX) {
      parts.push([])
      chars = 0
    }
    parts.at(-1)?.push(item)
    chars += size
  }
  return parts.map((part, index) => ({ items: part, last: index === parts.length - 1 }))
}
