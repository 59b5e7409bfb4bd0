/** The lists of components and outages, paged by key. */
import type { TenantRead } from "../storage/index.ts"
import { type StoredComponent, toStoredComponent } from "./components-store.ts"
import { type Outage, toOutage } from "./outages-store.ts"

export interface ComponentPage {
  readonly storeId?: string
  readonly state?: string
  /** The last component of the page before. */
  readonly after?: string
  readonly size: number
}

/** The components of the tenant's stores. Retired ones are listed only when that state is requested. */
export async function pageComponents(scope: TenantRead, page: ComponentPage): Promise<StoredComponent[]> {
  let query = scope.select("component").selectAll()
  if (page.storeId !== undefined) query = query.where("store_id", "=", page.storeId)
  if (page.state !== undefined) query = query.where("state", "=", page.state)
  else query = query.where("state", "<>", "retired")
  if (page.after !== undefined) query = query.where("component_id", ">", page.after)
  return (await query.orderBy("component_id").limit(page.size).execute()).map(toStoredComponent)
}

export interface OutagePage {
  readonly componentId?: string
  readonly storeId?: string
  readonly openOnly?: boolean
  /** The last outage of the page before. */
  readonly before?: Pick<Outage, "startedAt" | "outageId">
  readonly size: number
}

/** Newest first. */
export async function pageOutages(scope: TenantRead, page: OutagePage): Promise<Outage[]> {
  const { before } = page
  let query = scope.select("component_outage").selectAll()
  if (page.componentId !== undefined) query = query.where("component_id", "=", page.componentId)
  if (page.storeId !== undefined) query = query.where("store_id", "=", page.storeId)
  if (page.openOnly) query = query.where("ended_at", "is", null)
  if (before) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("started_at", "outage_id"), "<", tuple(before.startedAt, before.outageId)),
    )
  }
  const rows = await query.orderBy("started_at", "desc").orderBy("outage_id", "desc").limit(page.size).execute()
  return rows.map(toOutage)
}

/** All components of some stores of the account. */
export async function componentsOfStores(scope: TenantRead, ids: readonly string[]): Promise<StoredComponent[]> {
  if (ids.length === 0) return []
  const rows = await scope
    .selectAcrossVendors("component")
    .selectAll()
    .where("store_id", "in", [...ids])
    .orderBy("store_id")
    .orderBy("component_id")
    .execute()
  return rows.map(toStoredComponent)
}

/** The open outages of some stores of the account. */
export async function openOutagesOfStores(scope: TenantRead, ids: readonly string[]): Promise<Outage[]> {
  if (ids.length === 0) return []
  const rows = await scope
    .selectAcrossVendors("component_outage")
    .selectAll()
    .where("ended_at", "is", null)
    .where("store_id", "in", [...ids])
    .execute()
  return rows.map(toOutage)
}
