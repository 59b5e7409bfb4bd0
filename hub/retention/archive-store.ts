/** A month of a vendor's orders in the database: read in pages, deleted a few at a time. Also the rows that describe the archive. */
import { sql } from "kysely"
import { AGGREGATOR } from "../orders/index.ts"
import type { HubTables, SystemRead, Tenant, TenantRead, TenantWrite } from "../storage/index.ts"

/** An order's columns and its aggregator mirror. */
type OrderRow = Omit<HubTables["orders"], "to_return"> & { readonly aggregator: string | null }

/** An order in the file: its row, its corrections and its aliases. */
export interface ArchivedOrder {
  readonly order: Omit<OrderRow, "account_id" | "vendor_id">
  readonly corrections: readonly { readonly key: string; readonly record: string }[]
  readonly aliases: readonly string[]
}

/** The tables with an order's rows. `orders` is deleted last. */
const PARTS = [
  "order_mirror",
  "order_method",
  "order_buyer",
  "order_correction",
  "order_conflict",
  "money_move",
  "orders",
] as const

const COLUMNS = [
  "order_id",
  "store_id",
  "external_id",
  "order_code",
  "status",
  "payment_status",
  "channel",
  "fulfilment",
  "business_day",
  "created_at",
  "updated_at",
  "home",
  "version",
  "record",
  AGGREGATOR,
] as const

export async function listVendors({ db }: SystemRead): Promise<Tenant[]> {
  return db
    .selectFrom("vendor")
    .select(["account_id as accountId", "vendor_id as vendorId"])
    .orderBy("vendor_id")
    .execute()
}

/** The first month with orders, from this date on. Null if there is none. */
export async function nextMonth(scope: TenantRead, fromDate: string): Promise<string | null> {
  const query = scope.select("orders").select("business_day").where("business_day", ">=", fromDate)
  const row = await query.orderBy("business_day").limit(1).executeTakeFirst()
  return row?.business_day.slice(0, "2026-01".length) ?? null
}

/** External ids of orders that are not finished: with a payment to return or to assign, or a document without a ruling. */
export async function busyOrders(scope: TenantRead): Promise<Set<string>> {
  const refunds = await scope.select("refund").select("external_id").execute()
  const charges = await scope
    .select("charge_intent")
    .select("external_id")
    .where("placed", "in", ["waiting", "unfit"])
    .execute()
  const documents = await scope
    .select("fiscal_request")
    .select("external_id")
    .where("submission", "in", ["handed", "submitted"])
    .execute()
  const owing = await scope.select("orders").select("external_id").where("to_return", "=", 1).execute()
  return new Set([...refunds, ...charges, ...documents, ...owing].map((row) => row.external_id))
}

interface OrderPosition {
  readonly createdAt: string
  readonly orderId: string
}

/** A page of a day's orders, oldest first. */
export async function readPage(
  scope: TenantRead,
  { day, after, limit }: { day: string; after: OrderPosition | null; limit: number },
): Promise<ArchivedOrder["order"][]> {
  let query = scope.select("orders").select(COLUMNS).where("business_day", "=", day)
  if (after) query = query.where(sql<boolean>`(created_at, order_id) > (${after.createdAt}, ${after.orderId})`)
  return query.orderBy("created_at").orderBy("order_id").limit(limit).execute()
}

/** Adds the rows of other tables to the orders. */
export async function withParts(
  scope: TenantRead,
  orders: readonly ArchivedOrder["order"][],
): Promise<ArchivedOrder[]> {
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.order_id)
  const corrections = await scope
    .selectByKey("order_correction")
    .select(["order_id", "key", "record"])
    .where("order_id", "in", ids)
    .orderBy("key")
    .execute()
  const aliases = await scope
    .select("order_alias")
    .select(["order_id", "alias_id"])
    .where("order_id", "in", ids)
    .execute()
  return orders.map((order) => ({
    order: { ...order, version: Number(order.version) },
    corrections: corrections
      .filter((one) => one.order_id === order.order_id)
      .map(({ key, record }) => ({ key, record })),
    aliases: aliases.filter((one) => one.order_id === order.order_id).map((one) => one.alias_id),
  }))
}

/**
 * Deletes the orders that have not changed since they were written, with their rows in other tables. The day's totals stay. Returns how many were
 * deleted.
 */
export async function dropOrders(
  tx: TenantWrite,
  month: string,
  written: readonly { readonly id: string; readonly version: number }[],
): Promise<number> {
  const versions = new Map(written.map(({ id, version }) => [id, version]))
  const query = tx
    .selectByKey("orders")
    .select(["order_id", "version"])
    .where("order_id", "in", [...versions.keys()])
  const rows = await tx.dialect.forUpdate(query.orderBy("order_id")).execute()
  const ids = rows.filter((row) => versions.get(row.order_id) === Number(row.version)).map((row) => row.order_id)
  if (ids.length === 0) return 0
  for (const table of PARTS) {
    await tx.removeByKey(table).where("order_id", "in", ids).execute()
  }
  await tx.remove("order_alias").where("order_id", "in", ids).execute()
  const marks = ids.map((order_id) => ({ order_id, month }))
  await tx.add("archived_order", marks, "ON CONFLICT DO NOTHING")
  return ids.length
}

export interface Part {
  readonly month: string
  readonly part: number
  readonly claim: string
  readonly file: string
  readonly sha256: string | null
  readonly orders: number
  readonly stayed: number
  readonly claimedAt: string
}

const PART = ["month", "part", "claim", "file", "sha256", "orders", "stayed", "claimed_at as claimedAt"] as const

/** A part of a month that was started and not finished, by a running process or a dead one. */
export async function findOpenPart(scope: TenantRead, month: string): Promise<Part | null> {
  const query = scope.select("archive_part").select(PART).where("month", "=", month).where("dropped_at", "is", null)
  const row = await query.executeTakeFirst()
  return row ? { ...row, part: Number(row.part), orders: Number(row.orders), stayed: Number(row.stayed) } : null
}

/** Returns null if another process has started it at the same moment. */
export async function beginPart(
  tx: TenantWrite,
  month: string,
  names: { claim: string; file: (part: number) => string },
) {
  const last = await tx
    .select("archive_part")
    .select(({ fn }) => fn.max("part").as("part"))
    .where("month", "=", month)
    .executeTakeFirst()
  const part = Number(last?.part ?? 0) + 1
  const row = {
    month,
    part,
    claim: names.claim,
    claimed_at: tx.now,
    file: names.file(part),
    sha256: null,
    orders: 0,
    stayed: 0,
    written_at: null,
    dropped_at: null,
  }
  return (await tx.add("archive_part", [row], "ON CONFLICT DO NOTHING")) === 1 ? row : null
}

/** Returns false if another process has taken the part over. */
export async function savePart(
  tx: TenantWrite,
  { month, part, claim }: Pick<Part, "month" | "part" | "claim">,
  what: Partial<Pick<HubTables["archive_part"], "sha256" | "orders" | "stayed" | "written_at" | "dropped_at">>,
): Promise<boolean> {
  const query = tx
    .update("archive_part")
    .set({ ...what, claimed_at: tx.now })
    .where("month", "=", month)
  const done = await query.where("part", "=", part).where("claim", "=", claim).executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** A written part is taken over. An unwritten one is deleted. */
export async function takePart(
  tx: TenantWrite,
  { month, part, claim, sha256 }: Part,
  newClaim: string,
): Promise<boolean> {
  const own = (query: ReturnType<typeof tx.update<"archive_part">>) =>
    query.where("month", "=", month).where("part", "=", part).where("claim", "=", claim)
  if (sha256 === null) {
    const gone = await tx
      .remove("archive_part")
      .where("month", "=", month)
      .where("part", "=", part)
      .where("claim", "=", claim)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n
  }
  const taken = await own(tx.update("archive_part").set({ claim: newClaim, claimed_at: tx.now })).executeTakeFirst()
  return taken.numUpdatedRows === 1n
}
