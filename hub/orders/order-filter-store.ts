/** The orders of a filtered list, as the start of a query: along one index that ends in the list's order and holds the other filters' columns. */
import type { SelectQueryBuilder } from "kysely"
import type { OrderFilter } from "../../protocol/rules/orders/order-list.ts"
import type { HubTables, TenantRead } from "../storage/index.ts"

export type OrderMatch = SelectQueryBuilder<HubTables, "orders", Record<never, never>>

/** The times at which the first and the last order of some days were created. */
export interface Stretch {
  readonly first: string
  readonly last: string
}

/**
 * `order_method` has every column that a list filters by, so a list by method reads it instead of `orders`. With a stretch, several days are read
 * along the index by time, and the days are only a filter.
 */
export function matching(scope: TenantRead, filter: OrderFilter, stretch?: Stretch | null): OrderMatch {
  const { days, created, method, code, text, id } = filter
  const { aside, contains } = scope.dialect
  const leader = leaderOf(filter)
  let query: OrderMatch = scope.select((method === undefined ? "orders" : "order_method") as "orders")
  if (method !== undefined) query = query.where("method" as "status", "=", method)
  if (id !== undefined) query = query.where("order_id", "=", id)
  if (stretch) query = query.where("created_at", ">=", stretch.first).where("created_at", "<=", stretch.last)
  if (days) {
    const day = stretch ? aside("business_day") : scope.system.db.dynamic.ref("business_day")
    if (days.from === days.to) query = query.where(day, "=", days.from)
    else query = query.where(day, ">=", days.from).where(day, "<=", days.to)
  }
  if (created) query = query.where("created_at", ">=", created.from).where("created_at", "<", created.before)
  for (const [column, value] of exactColumns(filter)) {
    query = query.where(column === leader ? scope.system.db.dynamic.ref(column) : aside(column), "=", value)
  }
  // Without a start value, SQLite may scan the orders instead of the index that contains all their texts.
  const isText = code !== undefined || text !== undefined
  if (isText && !days && !created && method === undefined)
    query = query.where("created_at", ">", "").where("created_at", "<", "~")
  if (code !== undefined) query = query.where(contains("order_code", code))
  if (text === undefined) return query
  return query.where((where) => where.or([contains("order_code", text), contains("external_id", text)]))
}

type ExactColumn = "status" | "payment_status" | "channel" | "fulfilment"

export function exactColumns({
  status,
  paymentStatus,
  channel,
  fulfilment,
}: OrderFilter): [column: ExactColumn, value: string][] {
  const all = Object.entries({ status, payment_status: paymentStatus, channel, fulfilment })
  return all.filter((entry): entry is [ExactColumn, string] => entry[1] !== undefined)
}

/** The equality column whose index is used. None with a day, a method or a text: only the indexes by time, by day and by method contain the texts. */
function leaderOf(filter: OrderFilter): string | undefined {
  const { days, method, code, text, id } = filter
  if (days || [method, code, text, id].some((asked) => asked !== undefined)) return undefined
  return exactColumns(filter)[0]?.[0]
}
