/** The orders that incoming reports name, many at once. Reads only what accepting a report needs. */
import { sql } from "kysely"
import { createFencedRead, type TenantRead } from "../storage/index.ts"

export interface ReportedOrder {
  readonly id: string
  readonly externalId: string
  readonly channel: string
}

export interface Named {
  /** UUIDs in lower case. Aliases are followed. */
  readonly ids: ReadonlySet<string>
  readonly externalIds: ReadonlySet<string>
}

export interface ReportedOrders {
  byId(id: string): ReportedOrder | undefined
  byExternalId(externalId: string): ReportedOrder | undefined
}

const COLUMNS = ["order_id as id", "external_id as externalId", "channel"] as const

/** Only orders of the caller's vendor. */
export async function findReportedOrders(scope: TenantRead, { ids, externalIds }: Named): Promise<ReportedOrders> {
  const byId = await findByIds(scope, ids)
  const missing = [...ids].filter((id) => !byId.has(id))
  if (missing.length > 0) await followAliases(scope, missing, byId)
  const byExternalId = await findByExternalIds(scope, externalIds)
  return { byId: (id) => byId.get(id), byExternalId: (externalId) => byExternalId.get(externalId) }
}

async function findByIds(scope: TenantRead, ids: ReadonlySet<string>): Promise<Map<string, ReportedOrder>> {
  if (ids.size === 0) return new Map()
  const { rows } = await ordersOf(scope, { ids: scope.dialect.listOf(ids) })
  return new Map(rows.map((row) => [row.id, row]))
}

const ordersOf = createFencedRead(
  ({ selectByKey, dialect }, at: { ids: unknown }) =>
    selectByKey("orders").select(COLUMNS).where(dialect.isAmong("order_id", at.ids)),
  { byKey: true },
)

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
  const { rows } = await namedOrders(scope, { names: scope.dialect.listOf(externalIds) })
  return new Map(
    rows.flatMap(({ externalId, id, channel }) => (id && channel ? [[externalId, { externalId, id, channel }]] : [])),
  )
}

/** One lookup each in the unique index. With a join, PostgreSQL scans the vendor's orders if it has not analysed the table yet. */
const namedOrders = createFencedRead(
  ({ dialect, tenant }, at: { names: unknown }) => {
    const found = (column: "order_id" | "channel") => sql<string | null>`(SELECT o.${sql.ref(column)} FROM orders AS o
      WHERE o.vendor_id = ${tenant.vendorId} AND o.external_id = n.text
        AND ${dialect.behindKey("o.account_id")} = ${tenant.accountId})`
    return sql<{ externalId: string; id: string | null; channel: string | null }>`
      SELECT n.text AS "externalId", ${found("order_id")} AS id, ${found("channel")} AS channel
      FROM ${dialect.eachOf("n", at.names)}`
  },
  { byKey: true },
)
