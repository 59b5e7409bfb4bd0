/** Menus: users list and publish them, and end a publication whose reports do not come. */
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
import {
  latestPublication,
  publishMenus,
  readLocks,
  readMenus,
  readStockOuts,
  releasePublication,
} from "../catalog/index.ts"
import type { TenantRead } from "../storage/index.ts"
import { type AuditAct, accountOf, nameOfActor, recordAudit, tenantOf, vendorsRequested } from "../users/index.ts"
import { type AdminDeps, readAfter } from "./deps.ts"

interface ListInput {
  readonly vendorId?: string | undefined
  readonly storeId?: string | undefined
  readonly after?: string | undefined
  readonly size?: number | undefined
}

/** `cursorParts` is the number of columns that a list is sorted by. */
function pageQueryOf(query: ListInput, caller: UserCaller, cursorParts: number) {
  const after = readAfter(query.after, cursorParts)
  if (isRefusal(after)) return after
  const vendorIds = vendorsRequested(caller, query.vendorId)
  if (isRefusal(vendorIds)) return vendorIds
  const size = sizeOf(query)
  return { size, page: { vendorIds, storeId: query.storeId, after, limit: size + 1 } }
}

export const listMenusHandler =
  ({ store }: AdminDeps): Handler<typeof listMenus> =>
  async ({ query, caller }) => {
    const list = pageQueryOf(query, caller, 3)
    if (isRefusal(list)) return list
    return store.read(accountOf(caller), async (scope) => {
      const rows = await readMenus(scope, list.page)
      const page = cursorPage(rows, list.size, (row) => [row.store_id, row.channel, row.fulfillment])
      const items: MenuLine[] = []
      for (const row of page.items) items.push(await toMenuLine(scope, row))
      return { status: 200, data: { items, next: page.next } }
    })
  }

async function toMenuLine(scope: TenantRead, row: Awaited<ReturnType<typeof readMenus>>[number]): Promise<MenuLine> {
  const { store_id: storeId, channel, fulfillment } = row
  const last = await latestPublication(scope, { storeId, channel, fulfillment })
  const store: Store = JSON.parse(row.record)
  return {
    storeId,
    storeCode: row.code,
    storeName: store.name,
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
    const { vendorId, ...request } = body
    const tenant = tenantOf(caller, vendorId)
    if (isRefusal(tenant)) return tenant
    const done = await deps.store.write(tenant, async (tx) => {
      const published = await publishMenus(tx, deps, { ...request, actor: caller.actor })
      if (isRefusal(published)) return published
      const detail = { ...request, publicationId: published.publicationId, menus: published.menus.length }
      await recordAudit(tx, { ...auditActOf(caller, vendorId, "menus.publish"), detail })
      return published
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
      await recordAudit(tx, { ...auditActOf(caller, params.vendorId, "menus.release"), detail })
      return { failed }
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

function auditActOf({ personId }: UserCaller, vendorId: string, action: AuditAct["action"]): AuditAct {
  return { personId, action, subject: vendorId, vendorIds: [vendorId] }
}

export const listStockOutsHandler =
  ({ store }: AdminDeps): Handler<typeof listStockOuts> =>
  async ({ query, caller }) => {
    const list = pageQueryOf(query, caller, 2)
    if (isRefusal(list)) return list
    return store.read(accountOf(caller), async (scope) => {
      const rows = await readStockOuts(scope, list.page)
      const page = cursorPage(rows, list.size, (row) => [row.store_id, row.product_id])
      return { status: 200, data: { items: page.items.map(toStockOut), next: page.next } }
    })
  }

function toStockOut(row: Awaited<ReturnType<typeof readStockOuts>>[number]): StockOut {
  const store: Store = JSON.parse(row.record)
  return {
    storeId: row.store_id,
    storeCode: row.code,
    storeName: store.name,
    vendorId: row.vendor_id,
    productId: row.product_id,
    name: row.body === null ? null : (JSON.parse(row.body) as { name: string }).name,
    until: row.until_at,
    side: row.side as StockOut["side"],
    changedAt: row.changed_at,
  }
}
