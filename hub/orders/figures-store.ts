/** The payments and day totals that each order adds, as rows. Written with the order, read by cash closes and the day's close. */

import { addRows, changesOfRows, type DayRow, type RowKind } from "../../protocol/rules/business-day/day-rows.ts"
import { CASH, type CashWindow, type MoneyMove, movesOf } from "../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { toUtc } from "../../protocol/time.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import { createFencedWrite, type TenantRead, type TenantWrite } from "../storage/index.ts"

/** Concurrent sales of one store update different shards, so they do not wait for each other's commit. SQLite has one writer. */
const SHARDS = { sqlite: 1, postgres: 8 } as const

/** `before` is the order as the stored sums include it. Null on one side: the order is new, or it was removed. */
type FiguresChange =
  | { readonly before: OrderRecord | null; readonly after: OrderRecord }
  | { readonly before: OrderRecord; readonly after: null }

/** For new orders. */
export async function addFigures(tx: TenantWrite, orders: readonly OrderRecord[]): Promise<void> {
  await saveFigures(
    tx,
    orders.map((after) => ({ before: null, after })),
  )
}

/** Adds up all changes first, so that each day row is updated once. */
export async function saveFigures(tx: TenantWrite, changes: readonly FiguresChange[]): Promise<void> {
  const stores = [...new Set(changes.map((change) => subjectOf(change).storeId))].sort()
  const rows = stores.flatMap((storeId) => {
    const own = changes.filter((change) => subjectOf(change).storeId === storeId)
    return dayRows(tx, own[0], changesOfRows(own))
  })
  await allOf([keepMoves(tx, changes), tx.add("day_row", rows, ADD_TO_ROW)])
}

function subjectOf({ before, after }: FiguresChange): OrderRecord {
  return after ?? before
}

/** The shard is picked by one of the orders. Only the sum over all shards is ever read. */
function dayRows(tx: TenantWrite, change: FiguresChange | undefined, rows: readonly DayRow[]) {
  if (!change) return []
  const order = subjectOf(change)
  const shard = Number.parseInt(order.id.slice(-2), 16) % SHARDS[tx.dialect.engine]
  return rows.map(({ businessDayDate, currencyCode, ...row }) => ({
    ...row,
    store_id: order.storeId,
    business_day: businessDayDate,
    shard,
    currency: currencyCode,
  }))
}

const ADD_TO_ROW = `ON CONFLICT (store_id, business_day, shard, currency, kind, code, rate) DO UPDATE SET
  transactions = day_row.transactions + excluded.transactions, amount = day_row.amount + excluded.amount`

async function keepMoves(tx: TenantWrite, changes: readonly FiguresChange[]): Promise<void> {
  const moved = changes.map((change) => ({
    order: subjectOf(change),
    known: change.before ? movesOf(change.before) : [],
    moves: change.after ? movesOf(change.after) : [],
  }))
  const other = moved.filter(({ known, moves }) => JSON.stringify(moves) !== JSON.stringify(known))
  const gone = other.filter(({ known }) => known.length > 0).map(({ order }) => order.id)
  if (gone.length > 0) await movesRemoved(tx, { ids: tx.dialect.listOf(gone) })
  await tx.add(
    "money_move",
    other.flatMap(({ order, moves }) => moveRows(order, moves)),
  )
}

const movesRemoved = createFencedWrite(
  ({ removeByKey, dialect }, at: { ids: unknown }) =>
    removeByKey("money_move").where(dialect.isAmong("order_id", at.ids)),
  { byKey: true },
)

function moveRows({ id, storeId }: OrderRecord, moves: readonly MoneyMove[]) {
  return moves.map(({ at, operatorUid, method, currency, amount }, position) => ({
    order_id: id,
    position,
    store_id: storeId,
    moved_at: at,
    operator_uid: operatorUid ?? "",
    method,
    currency,
    amount,
  }))
}

export async function rowsOfDay(scope: TenantRead, storeId: string, date: string): Promise<DayRow[]> {
  const rows = await scope
    .select("day_row")
    .selectAll()
    .where("store_id", "=", storeId)
    .where("business_day", "=", date)
    .execute()
  return addRows(
    rows.map(({ business_day, currency, kind, code, rate, transactions, amount }) => ({
      businessDayDate: business_day,
      currencyCode: currency,
      kind: kind as RowKind,
      code,
      rate,
      transactions: Number(transactions),
      amount: Number(amount),
    })),
  )
}

/** Cash payments in a time window minus cash refunds, scaled. Equals `cashSalesOf` over the orders. */
export async function cashBetween(scope: TenantRead, storeId: string, window: CashWindow): Promise<number> {
  const query = movesQuery(scope, storeId, window)
    .select(({ fn }) => fn.sum<number | string | null>("amount").as("amount"))
    .where("method", "=", CASH)
    .where("currency", "=", window.currency)
  return Number((await query.executeTakeFirst())?.amount ?? 0)
}

/** Whether the window's cashier has any payment or refund, of any method and currency. */
export async function movedBetween(scope: TenantRead, storeId: string, window: CashWindow): Promise<boolean> {
  const query = movesQuery(scope, storeId, window).select("order_id").limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

export function movesQuery(scope: TenantRead, storeId: string, { shiftStart, shiftEnd, operatorUid }: CashWindow) {
  const query = scope
    .select("money_move")
    .where("store_id", "=", storeId)
    .where("moved_at", ">=", toUtc(shiftStart))
    .where("moved_at", "<", toUtc(shiftEnd))
  return operatorUid === undefined ? query : query.where("operator_uid", "=", operatorUid)
}
