/** Reads what sync knows about one order: commands sent to its store, and the store's operations that could not be applied. */
import type { TenantRead } from "../storage/index.ts"
import { reading } from "./sync-tables.ts"

/** The newest operations of a store that are searched: the log has no index by order. */
const SEARCHED_MAX = 2_000
const SHOWN_MAX = 50

interface OrderCommand {
  readonly seq: number
  readonly kind: string
  readonly at: string
  readonly offeredAt: string | null
}

interface OrderDeadLetter {
  readonly key: string
  readonly kind: string
  readonly at: string
  readonly parkedAt: string
  readonly reason: string
  readonly settledHow: string | null
}

export interface OrderSyncFacts {
  readonly storeId: string
  /** The ids by which an op may name the order. */
  readonly names: readonly string[]
}

export async function commandsOfOrder(scope: TenantRead, { storeId, names }: OrderSyncFacts): Promise<OrderCommand[]> {
  const newest = reading(scope.system)
    .selectFrom("down_op")
    .select(["seq", "kind", "at", "body", "offered_at as offeredAt"])
    .where("store_id", "=", storeId)
    .orderBy("seq", "desc")
    .limit(SEARCHED_MAX)
    .as("newest")
  const rows = await reading(scope.system)
    .selectFrom(newest)
    .select(["seq", "kind", "at", "offeredAt"])
    .where(({ or, eb }) => or(names.map((name) => eb("body", "like", `%${quoted(name)}%`))))
    .orderBy("seq", "desc")
    .limit(SHOWN_MAX)
    .execute()
  return rows
}

export async function deadLettersOfOrder(
  scope: TenantRead,
  { storeId, names }: OrderSyncFacts,
): Promise<OrderDeadLetter[]> {
  const rows = await reading(scope.system)
    .selectFrom("parked_op")
    .select(["epoch", "seq", "kind", "at", "parked_at as parkedAt", "reason", "settled_how as settledHow"])
    .where("store_id", "=", storeId)
    .where("account_id", "=", scope.tenant.accountId)
    .where(({ or, eb }) => or(names.map((name) => eb("body", "like", `%${quoted(name)}%`))))
    .orderBy("parked_at", "desc")
    .limit(SHOWN_MAX)
    .execute()
  return rows.map(({ epoch, seq, ...row }) => ({ ...row, key: `${epoch}/${seq}` }))
}

/** The name as JSON writes it. A LIKE wildcard in it matches any letter, which in practice finds no other order. */
function quoted(name: string): string {
  return JSON.stringify(name)
}
