/** Menus as people look at them, publish them, and end a publication that nobody reports on. */
import type {
  listMenuLocks,
  listMenus,
  listStockOuts,
  MenuLine,
  publishStoreMenus,
  releaseMenuLock,
  StockOut,
} from "../../protocol/http/admin/menus.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import type { SyncStatus } from "../../protocol/shapes/published-menu.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { publishMenus, releasePublication } from "../catalog/index.ts"
import type { TenantRead } from "../storage/index.ts"
import { type AuditAct, accountOf, nameOfActor, recordAudit, tenantOf, vendorsRequested } from "../users/index.ts"
import { afterOf } from "./deliveries.ts"
import type { AdminDeps } from "./deps.ts"
import { latestPublication, readLocks, readMenus, readStockOuts } from "./menus-store.ts"

interface Query {
  readonly vendorId?: string | undefined
  readonly storeId?: string | undefined
  readonly after?: string | undefined
  readonly size?: number | undefined
}

/** What both lists are asked for; the keys of a page have so many parts. */
function askedOf(query: Query, caller: UserCaller, parts: number) {
  const after = afterOf(query.after, parts)
  if (isRefusal(after)) return after
  const vendorIds = vendorsRequested(caller, query.vendorId)
  if (isRefusal(vendorIds)) return vendorIds
  const size = sizeOf(query)
  return { size, asked: { vendorIds, storeId: query.storeId, after, limit: size + 1 } }
}

export const listMenusHandler =
  ({ store }: AdminDeps): Handler<typeof listMenus> =>
  async ({ query, caller }) => {
    const wish = askedOf(query, caller, 3)
    if (isRefusal(wish)) return wish
    return store.read(accountOf(caller), async (scope) => {
      const rows = await readMenus(scope, wish.asked)
      const page = cursorPage(rows, wish.size, (row) => [row.store_id, row.channel, row.fulfillment])
      const items: MenuLine[] = []
      for (const row of page.items) items.push(await lineOf(scope, row))
      return { status: 200, data: { items, next: page.next } }
    })
  }

async function lineOf(scope: TenantRead, row: Awaited<ReturnType<typeof readMenus>>[number]): Promise<MenuLine> {
  const { store_id: storeId, channel, fulfillment } = row
  const last = await latestPublication(scope, { storeId, channel, fulfillment })
  const place: Store = JSON.parse(row.record)
  return {
    storeId,
    storeCode: row.code,
    storeName: place.name,
    vendorId: row.vendor_id,
    channel,
    fulfillmentType: fulfillment,
    version: row.version,
    sellable: Number(row.sellable) === 1,
    status: row.status as SyncStatus,
    generatedAt: row.generated_at,
    syncedAt: row.synced_at,
    publication: last && {
      publicationId: last.publicationId,
      publishedAt: last.publishedAt,
      version: last.version,
      by: await nameOfActor(scope, last.askedBy),
      reports: last.reports,
    },
  }
}

export const listMenuLocksHandler =
  ({ store }: AdminDeps): Handler<typeof listMenuLocks> =>
  ({ caller }) =>
    store.read(accountOf(caller), async (scope) => ({
      status: 200 as const,
      data: { locks: await readLocks(scope, caller.vendorIds) },
    }))

export const publishStoreMenusHandler =
  (deps: AdminDeps): Handler<typeof publishStoreMenus> =>
  async ({ body, caller }) => {
    const { vendorId, ...asked } = body
    const tenant = tenantOf(caller, vendorId)
    if (isRefusal(tenant)) return tenant
    const done = await deps.store.write(tenant, async (tx) => {
      const told = await publishMenus(tx, deps, { ...asked, actor: caller.actor })
      if (isRefusal(told)) return told
      const detail = { ...asked, publicationId: told.publicationId, menus: told.menus.length }
      await recordAudit(tx, { ...deedOf(caller, vendorId, "menus.publish"), detail })
      return told
    })
    return isRefusal(done) ? done : { status: 202, data: done }
  }

export const releaseMenuLockHandler =
  (deps: AdminDeps): Handler<typeof releaseMenuLock> =>
  async ({ params, body, caller }) => {
    const tenant = tenantOf(caller, params.vendorId)
    if (isRefusal(tenant)) return tenant
    const done = await deps.store.write(tenant, async (tx) => {
      const failed = await releasePublication(tx, deps.downlink, body.publicationId)
      if (isRefusal(failed)) return refuse("CONFLICT", failed.message)
      const detail = { publicationId: body.publicationId, failed }
      await recordAudit(tx, { ...deedOf(caller, params.vendorId, "menus.release"), detail })
      return { failed }
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

function deedOf({ personId }: UserCaller, vendorId: string, action: AuditAct["action"]): AuditAct {
  return { personId, action, subject: vendorId, vendorIds: [vendorId] }
}

export const listStockOutsHandler =
  ({ store }: AdminDeps): Handler<typeof listStockOuts> =>
  async ({ query, caller }) => {
    const wish = askedOf(query, caller, 2)
    if (isRefusal(wish)) return wish
    return store.read(accountOf(caller), async (scope) => {
      const rows = await readStockOuts(scope, wish.asked)
      const page = cursorPage(rows, wish.size, (row) => [row.store_id, row.product_id])
      return { status: 200, data: { items: page.items.map(stockOutOf), next: page.next } }
    })
  }

function stockOutOf(row: Awaited<ReturnType<typeof readStockOuts>>[number]): StockOut {
  const place: Store = JSON.parse(row.record)
  return {
    storeId: row.store_id,
    storeCode: row.code,
    storeName: place.name,
    vendorId: row.vendor_id,
    productId: row.product_id,
    name: row.body === null ? null : (JSON.parse(row.body) as { name: string }).name,
    until: row.until_at,
    side: row.side as StockOut["side"],
    changedAt: row.changed_at,
  }
}
