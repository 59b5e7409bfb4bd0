/** The orders that incoming reports name, many at once: only what it takes to accept a report. */
import { sql } from "kysely"
import type { TenantRead } from "../storage/index.ts"

export interface ReportedOrder {
  readonly id: string
  readonly externalId: string
  readonly channel: string
}

export interface Named {
  /** UUIDs in lower case; one that the order went by before is followed. */
  readonly ids: ReadonlySet<string>
  readonly externalIds: ReadonlySet<string>
}

export interface ReportedOrders {
  byId(id: string): ReportedOrder | undefined
  byExternalId(externalId: string): ReportedOrder | undefined
}

/** Of the caller's vendor alone. */
export async function findReportedOrders(scope: TenantRead, { ids, externalIds }: Named): Promise<ReportedOrders> {
  const byId = await findByIds(scope, ids)
  const missing = [...ids].filter((id) => !byId.has(id))
  if (missing.length > 0) await followAliases(scope, missing, byId)
  const byExternalId = await findByExternalIds(scope, externalIds)
  return { byId: (id) => byId.get(id), byExternalId: (externalId) => byExternalId.get(externalId) }
}

async function findByIds(scope: TenantRead, ids: ReadonlySet<string>): Promise<Map<string, ReportedOrder>> {
  if (ids.size === 0) return new Map()
  const query = scope.selectByKey("orders").select(COLUMNS)
  const rows = await query.where(scope.dialect.oneOf("order_id", ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function followAliases(scope: TenantRead, missing: string[], found: Map<string, ReportedOrder>): Promise<void> {
  const rows = await scope
    .selectByKey("order_alias")
    .select(["alias_id as alias", "order_id as id"])
    .where("alias_id", "in", missing)
    .execute()
  const orders = await findByIds(scope, new Set(rows.map(({ id }) => id)))
  for (const { alias, id } of rows) {
    const order = orders.get(id)
    if (order) found.set(alias, order)
  }
}

async function findByExternalIds(
  scope: TenantRead,
  externalIds: ReadonlySet<string>,
): Promise<Map<string, ReportedOrder>> {
  if (externalIds.size === 0) return new Map()
  const { accountId, vendorId } = scope.tenant
  const { rows } = await sql<ReportedOrder>`
    SELECT order_id AS id, external_id AS "externalId", channel FROM orders
    WHERE vendor_id = ${vendorId} AND ${scope.dialect.oneOf("external_id", externalIds)}
      AND ${scope.dialect.aside("account_id")} = ${accountId}`.execute(scope.system.db)
  return new Map(rows.map((row) => [row.externalId, row]))
}

const COLUMNS = ["order_id as id", "external_id as externalId", "channel"] as const
