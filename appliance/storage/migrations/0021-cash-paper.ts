/** Supervisors' approvals, and totals for orders from before totals were stored. */

import { addRows, rowsOfOrder } from "../../../protocol/rules/business-day/day-rows.ts"
import { movesOf } from "../../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { Migration } from "../../../runtime/storage/migrate.ts"
import { type FillContext, insertRows } from "../../../runtime/storage/migrate-fill.ts"

/** The migration since which totals are stored. */
const FIGURES_STEP = 10
const PAGE = 200

export const cashPaper: Migration = {
  id: 21,
  name: "cash-paper",
  sql: `
    -- used_by: the shift, or the count of a day, that an approval was used for.
    CREATE TABLE cash_authorization (
      authorization_token_id TEXT PRIMARY KEY,
      used_by TEXT,
      body TEXT NOT NULL
    ) STRICT;
    ALTER TABLE cash_reconciliation ADD COLUMN authorization_token_id TEXT;
    UPDATE cash_reconciliation SET authorization_token_id = json_extract(body, '$.authorizationTokenId');
    CREATE INDEX cash_reconciliation_by_token ON cash_reconciliation (authorization_token_id)
      WHERE authorization_token_id IS NOT NULL;
  `,
  fill: fillFigures,
}

/** Orders of an older version have no rows: builds the rows of all orders again, with the rules used at each sale. */
function* fillFigures(): FillContext {
  const older = yield {
    sql: "SELECT 1 FROM orders WHERE created_at < (SELECT applied_at FROM schema_migration WHERE id = $1) LIMIT 1",
    values: [FIGURES_STEP],
  }
  if (older.length === 0) return
  yield { sql: "DELETE FROM money_move", values: [] }
  yield { sql: "DELETE FROM day_row", values: [] }
  for (let after = ""; ; ) {
    const page = yield {
      sql: "SELECT id, record FROM orders WHERE id > $1 ORDER BY id LIMIT $2",
      values: [after, PAGE],
    }
    const orders = page.map(({ record }) => JSON.parse(String(record)) as OrderRecord)
    const moves = orders.flatMap(moveRows)
    if (moves.length > 0) yield insertRows("money_move", moves)
    const rows = addRows(orders.flatMap(rowsOfOrder)).map(({ businessDayDate, currencyCode, ...row }) => ({
      business_day: businessDayDate,
      currency: currencyCode,
      ...row,
    }))
    if (rows.length > 0) yield insertRows("day_row", rows, ADD)
    if (page.length < PAGE) return
    after = String(page.at(-1)?.id)
  }
}

const ADD = `ON CONFLICT (business_day, currency, kind, code, rate)
  DO UPDATE SET transactions = transactions + excluded.transactions, amount = amount + excluded.amount`

function moveRows(order: OrderRecord) {
  return movesOf(order).map(({ at, operatorUid, method, currency, amount }, position) => ({
    order_id: order.id,
    position,
    moved_at: at,
    operator_uid: operatorUid ?? "",
    method,
    currency,
    amount,
  }))
}
