/**
 * Finds orders by reference within the key's account: by UUID, external id or `metadata.order_id`. The last two count as one
 * (docs/contract/orders.md#get-an-order).
 */
import { sql } from "kysely"
import { createFencedRead, type TenantRead } from "../storage/index.ts"
import type { OrderHome } from "./orders-store.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface Referred {
  readonly orderId: string
  readonly vendorId: string
  readonly storeId: string
  /** May be stale only in one direction: an order goes from the hub to the store once, and never back. */
  readonly home: OrderHome
}

/** All orders that a reference names. The id of an order of this vendor wins over any other match. */
export async function findReferences(
  scope: TenantRead,
  references: readonly string[],
): Promise<(reference: string) => readonly Referred[]> {
  const ids = references.filter((one) => UUID.test(one)).map((one) => one.toLowerCase())
  const aliased = ids.length > 0 ? await followAliases(scope, ids) : new Map<string, string>()
  const idOf = (reference: string) => aliased.get(reference.toLowerCase()) ?? reference.toLowerCase()
  const byId = ids.length > 0 ? groupOf(await ordersById(scope, listed(scope, ids.map(idOf)))) : new Map()
  const byExternalId = groupOf(await ordersByExternalId(scope, listed(scope, references)))
  return (reference) => {
    const itself: readonly Referred[] = byId.get(idOf(reference)) ?? []
    if (itself.some(({ vendorId }) => vendorId === scope.tenant.vendorId)) return itself
    const found = [...itself, ...(byExternalId.get(reference) ?? [])]
    return [...new Map(found.map((one) => [one.orderId, one])).values()]
  }
}

interface Names {
  readonly names: unknown
}

function listed({ dialect }: TenantRead, names: readonly string[]): Names {
  return { names: dialect.listOf(new Set(names)) }
}

interface Found extends Referred {
  readonly name: string
}

function groupOf({ rows }: { readonly rows: readonly Found[] }): Map<string, Referred[]> {
  const groups = new Map<string, Referred[]>()
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row])
  return groups
}

const COLUMNS = sql`order_id AS "orderId", vendor_id AS "vendorId", store_id AS "storeId", home`

const ordersById = createFencedRead(
  ({ dialect, tenant }, at: Names) => sql<Found>`SELECT order_id AS name, ${COLUMNS} FROM orders
    WHERE ${dialect.isAmong("order_id", at.names)} AND ${dialect.behindKey("account_id")} = ${tenant.accountId}`,
  { byKey: true },
)

const ordersByExternalId = createFencedRead(
  ({ dialect, tenant }, at: Names) => sql<Found>`SELECT external_id AS name, ${COLUMNS} FROM orders
    WHERE account_id = ${tenant.accountId} AND ${dialect.isAmong("external_id", at.names)}`,
)

async function followAliases(scope: TenantRead, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await aliases(scope, listed(scope, ids))
  return new Map(rows.map(({ alias, id }) => [alias, id]))
}

const aliases = createFencedRead(
  ({ dialect, tenant }, at: Names) => sql<{ alias: string; id: string }>`
    SELECT alias_id AS alias, order_id AS id FROM order_alias
    WHERE ${dialect.isAmong("alias_id", at.names)} AND ${dialect.behindKey("account_id")} = ${tenant.accountId}`,
  { byKey: true },
)
