/** The number of orders in a list, from the counts that triggers keep. As fast for a million orders as for ten thousand. */
import type { OrderFilter } from "../../protocol/rules/orders/order-list.ts"
import type { TenantRead } from "../storage/index.ts"
import { exactColumns, matching } from "./order-filter-store.ts"

const HOUR_MS = 3_600_000
const HOUR_CHARS = "2026-11-20T14".length

/** A search for part of a text has no counts: it reads every order. */
export async function countOrders(scope: TenantRead, filter: OrderFilter): Promise<number> {
  const { days, created, code, text, id } = filter
  if ([code, text, id].some((asked) => asked !== undefined) || (days && created)) return counted(scope, filter)
  if (days) return kept(scope, filter, { part: "day", from: days.from, to: days.to })
  if (!created) return kept(scope, filter, { part: "all", from: "", to: "" })
  const { hours, edges } = hoursWithin(created)
  let total = hours ? await kept(scope, filter, { part: "hour", ...hours }) : 0
  for (const edge of edges) total += await counted(scope, { ...filter, created: edge })
  return total
}

/** Counts the rows of an index. */
export function countQuery(scope: TenantRead, filter: OrderFilter) {
  return matching(scope, filter).select(({ fn }) => fn.countAll<number | string>().as("total"))
}

async function counted(scope: TenantRead, filter: OrderFilter): Promise<number> {
  return Number((await countQuery(scope, filter).executeTakeFirstOrThrow()).total)
}

/** Both ends are inclusive. */
interface Spans {
  readonly part: "all" | "day" | "hour"
  readonly from: string
  readonly to: string
}

async function kept(scope: TenantRead, filter: OrderFilter, { part, from, to }: Spans): Promise<number> {
  let query = scope
    .select("order_count")
    .select(({ fn }) => fn.sum<number | string | null>("orders").as("total"))
    .where("method", "=", filter.method ?? "")
    .where("part", "=", part)
    .where("span", ">=", from)
    .where("span", "<=", to)
  for (const [column, value] of exactColumns(filter)) query = query.where(column, "=", value)
  return Number((await query.executeTakeFirst())?.total ?? 0)
}

type Window = NonNullable<OrderFilter["created"]>

/** Splits a window into whole hours and the rest before and after. Time zones may differ by half an hour. */
export function hoursWithin(created: Window): { hours: Pick<Spans, "from" | "to"> | null; edges: readonly Window[] } {
  const [from, before] = [Date.parse(created.from), Date.parse(created.before)]
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS
  const end = Math.floor(before / HOUR_MS) * HOUR_MS
  if (first >= end) return { hours: null, edges: [created] }
  const edges = [
    [from, first],
    [end, before],
  ] as const
  return {
    hours: { from: hourOf(first), to: hourOf(end - 1) },
    edges: edges
      .filter(([start, stop]) => start < stop)
      .map(([start, stop]) => ({ from: iso(start), before: iso(stop) })),
  }
}

const iso = (ms: number) => new Date(ms).toISOString()
const hourOf = (ms: number) => iso(ms).slice(0, HOUR_CHARS)
