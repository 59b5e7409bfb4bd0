/** Updates a vendor's catalogue and menus from its documents, publishes the changes, and sends them to its boxes. */
import type { Ids } from "../../runtime/ids.ts"
import { fence, type HubStore, type TenantWrite } from "../storage/index.ts"
import {
  type Downlink,
  isEnrolled,
  type Progress,
  readCatalogDocuments,
  storesOfVendor,
  type UpdateCatalog,
} from "../tenants/index.ts"
import { catalogItems, changedItems, type ItemChange } from "./changed-items.ts"
import { generateMenus } from "./generate-menus.ts"
import { currentItems, revisionOf, setRevision, writeItems } from "./items-store.ts"
import { PRODUCT_EVENTS_MAX, publishCatalogChanges } from "./publish-catalog-changes.ts"
import { sendCatalogChanges, sendMenuSyncs } from "./send-catalog.ts"

/** A larger change reports its progress. */
const TOLD_EVERY = 5000

export interface CatalogDeps {
  readonly store: Pick<HubStore, "dialect">
  readonly ids: Ids
  readonly downlink: Downlink
}

export function createUpdateCatalog({ store, ids, downlink }: CatalogDeps): UpdateCatalog {
  return async (scope, tenant, progress): Promise<void> => {
    const tx = fence(scope, tenant, store.dialect)
    const known = await currentItems(tx)
    const changes = changedItems(known, catalogItems(await readCatalogDocuments(tx)), tx.now)
    const revision = await revisionOf(tx)
    if (changes.length > 0) await applyChanges(tx, { changes, revision: revision + 1, progress })
    if (changes.length > 0 && revision > 0) {
      tellLimits(changes, progress)
      await publishCatalogChanges(tx, ids, { changes, revision: revision + 1 })
    }
    await makeMenus(tx, downlink, progress)
  }
}

async function applyChanges(
  tx: TenantWrite,
  { changes, revision, progress }: { changes: readonly ItemChange[]; revision: number; progress: Progress },
): Promise<void> {
  const { vendorId } = tx.tenant
  const told = (done: number) => {
    if (done % TOLD_EVERY === 0 || done === changes.length) {
      progress(`catalogue of ${vendorId}: ${done} of ${changes.length} changes written`)
    }
  }
  await setRevision(tx, revision)
  await writeItems(tx, changes, { revision, told })
}

async function makeMenus(tx: TenantWrite, downlink: Downlink, progress: Progress): Promise<void> {
  const stores = await storesOfVendor(tx)
  const changed = await generateMenus(tx, { items: await currentItems(tx), stores })
  if (changed.size > 0) progress(`menus of ${tx.tenant.vendorId}: made anew for ${changed.size} stores`)
  for (const store of stores) {
    if (!(await isEnrolled(tx.system, store.id))) continue
    const sent = await sendCatalogChanges(tx, downlink, store)
    if (sent > 0) progress(`${sent} changes of the catalogue are on their way to the box of store ${store.code}`)
    if (changed.has(store.id)) await sendMenuSyncs(tx, downlink, store.id)
  }
}

function tellLimits(changes: readonly ItemChange[], progress: Progress): void {
  const products = changes.filter(({ kind }) => kind === "product").length
  if (products <= PRODUCT_EVENTS_MAX) return
  progress(`${products} products changed: too many to be told one by one, the next publication tells them`)
}
