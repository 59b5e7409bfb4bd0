/** Money moves of each order and the totals of each day. They are written with the order, and read by cash closes and day closes. */

import { changeOfRows, type DayRow } from "../../../protocol/rules/business-day/day-rows.ts"
import { CASH, type CashWindow, movesOf } from "../../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { toUtc } from "../../../protocol/time.ts"
import type { BoxTx } from "../../storage/index.ts"

/** `before` is the order as it was when its figures were last saved. */
export function saveFigures(tx: BoxTx, before: OrderRecord | null, after: OrderRecord): void {
  saveMoves(tx, before, after)
  addRows(tx, changeOfRows(before, after))
}

function saveMoves({ db }: BoxTx, before: OrderRecord | null, after: OrderRecord): void {
  const moves = movesOf(after)
  const known = before ? movesOf(before) : []
  if (moves.length === known.length && JSON.stringify(moves) === JSON.stringify(known)) return
  if (known.length > 0) db.prepare("DELETE FROM money_move WHERE order_id = ?").run(after.id)
  const insert = db.prepare(
    `INSERT INTO money_move (order_id, position, moved_at, operator_uid, method, currency, amount, shift_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const [position, { at, operatorUid, method, currency, amount, shiftId }] of moves.entries()) {
    insert.run(after.id, position, at, operatorUid ?? "", method, currency, amount, shiftId)
  }
}

/** One statement for all rows, because an order adds to about six rows of its day. */
function addRows({ db }: BoxTx, rows: readonly DayRow[]): void {
  if (rows.length === 0) return
  const values = rows.flatMap((row) => [
    ...[row.businessDayDate, row.currencyCode, row.kind, row.code, row.rate],
    ...[row.transactions, row.amount],
  ])
  db.prepare(
    `INSERT INTO day_row (business_day, currency, kind, code, rate, transactions, amount)
     VALUES ${rows.map(() => "(?, ?, ?, ?, ?, ?, ?)").join(", ")}
     ON CONFLICT (business_day, currency, kind, code, rate)
     DO UPDATE SET transactions = transactions + excluded.transactions, amount = amount + excluded.amount`,
  ).run(values)
}

export function rowsOfDay({ db }: BoxTx, businessDayDate: string): DayRow[] {
  return db
    .prepare<[string], DayRow>(
      `SELECT business_day AS businessDayDate, currency AS currencyCode, kind, code, rate, transactions, amount
       FROM day_row WHERE business_day = ?`,
    )
    .all(businessDayDate)
}

/** Cash taken in a window, less refunds; equals `cashSalesOf` over the orders. Scaled. */
export function cashBetween({ db }: BoxTx, window: CashWindow): number {
  const sql = `SELECT coalesce(sum(amount), 0) AS amount FROM money_move
    WHERE moved_at >= @start AND moved_at < @end AND method = '${CASH}' AND currency = @currency
      AND (@operatorUid IS NULL OR operator_uid = @operatorUid)`
  const row = db.prepare<[ReturnType<typeof bounds> & { currency: string }], { amount: number }>(sql)
  return row.get({ ...bounds(window), currency: window.currency })?.amount ?? 0
}

/** Whether the window's cashier took or refunded money, by any method and in any currency. */
export function movedBetween({ db }: BoxTx, window: CashWindow): boolean {
  const sql = `SELECT 1 FROM money_move WHERE moved_at >= @start AND moved_at < @end
    AND (@operatorUid IS NULL OR operator_uid = @operatorUid) LIMIT 1`
  return db.prepare<[ReturnType<typeof bounds>]>(sql).get(bounds(window)) !== undefined
}

/** The currencies in which cash was taken in a window. */
export function cashCurrencies({ db }: BoxTx, window: Omit<CashWindow, "currency">): string[] {
  const sql = `SELECT DISTINCT currency FROM money_move
    WHERE moved_at >= @start AND moved_at < @end AND method = '${CASH}'
      AND (@operatorUid IS NULL OR operator_uid = @operatorUid) ORDER BY currency`
  const rows = db.prepare<[ReturnType<typeof bounds>], { currency: string }>(sql).all(bounds(window))
  return rows.map(({ currency }) => currency)
}

/** Cash taken in a shift, less refunds; equals `cashOfShift` over the orders. Scaled. */
export function cashInShift({ db }: BoxTx, shiftId: string, currency: string): number {
  const sql = `SELECT coalesce(sum(amount), 0) AS amount FROM money_move
    WHERE shift_id = ? AND method = '${CASH}' AND currency = ?`
  return db.prepare<[string, string], { amount: number }>(sql).get(shiftId, currency)?.amount ?? 0
}

/** Whether money was taken or refunded in a shift, by any method and in any currency. */
export function hasMovesInShift({ db }: BoxTx, shiftId: string): boolean {
  return db.prepare<[string]>("SELECT 1 FROM money_move WHERE shift_id = ? LIMIT 1").get(shiftId) !== undefined
}

/** The currencies in which cash was taken in a shift. */
export function cashCurrenciesInShift({ db }: BoxTx, shiftId: string): string[] {
  const sql = `SELECT DISTINCT currency FROM money_move WHERE shift_id = ? AND method = '${CASH}' ORDER BY currency`
  const rows = db.prepare<[string], { currency: string }>(sql).all(shiftId)
  return rows.map(({ currency }) => currency)
}

function bounds({ shiftStart, shiftEnd, operatorUid }: Omit<CashWindow, "currency">) {
  return { start: toUtc(shiftStart), end: toUtc(shiftEnd), operatorUid: operatorUid ?? null }
}
