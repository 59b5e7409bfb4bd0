/** Cash lists for headquarters: shifts, drawer openings, approvals and differences. Also adds the sums of orders that are older than migration 15. */
import { scaleMajor } from "../../../protocol/money.ts"
import { addRows, rowsOfOrder } from "../../../protocol/rules/business-day/day-rows.ts"
import { movesOf } from "../../../protocol/rules/cash/cash-moves.ts"
import type { CashReconciliation } from "../../../protocol/shapes/cash-close.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"
import { type FillContext, insertRows } from "../../../runtime/storage/migrate-fill.ts"

/** The migration that introduced the sums. */
const FIGURES_STEP = 15
const PAGE = 200

export const cashPaper: EngineMigration = {
  id: 21,
  name: "cash-paper",
  sql: `
    CREATE TABLE cash_shift (
      store_id TEXT NOT NULL,
      shift_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      business_day TEXT NOT NULL,
      operator_uid TEXT NOT NULL,
      opened_at TEXT NOT NULL,
      closed_at TEXT,
      record TEXT NOT NULL,
      PRIMARY KEY (store_id, shift_id)
    );
    CREATE INDEX cash_shift_by_day ON cash_shift (store_id, business_day);

    CREATE TABLE drawer_opening (
      store_id TEXT NOT NULL,
      opening_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      opened_at TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (store_id, opening_id)
    );
    CREATE INDEX drawer_opening_by_time ON drawer_opening (store_id, opened_at, opening_id);

    -- used_by: the shift, or the count of a day, that an approval was used for.
    CREATE TABLE cash_authorization (
      store_id TEXT NOT NULL,
      authorization_token_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      used_by TEXT,
      record TEXT NOT NULL,
      PRIMARY KEY (store_id, authorization_token_id)
    );

    ALTER TABLE cash_reconciliation ADD COLUMN reason TEXT NOT NULL DEFAULT 'OTHER';
    ALTER TABLE cash_reconciliation ADD COLUMN discrepancy BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE cash_reconciliation ADD COLUMN authorization_token_id TEXT;
    CREATE INDEX cash_reconciliation_by_token ON cash_reconciliation (store_id, authorization_token_id);
    CREATE INDEX cash_difference ON cash_reconciliation (account_id, business_day, id) WHERE discrepancy <> 0;
  `,
  *fill() {
    yield* fillFigures()
    yield* fillDifferences()
  },
}

/** Orders from before the sums have no rows: all rows are computed again, once, by the same rules as at each sale. */
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
      sql: "SELECT order_id, account_id, vendor_id, record FROM orders WHERE order_id > $1 ORDER BY order_id LIMIT $2",
      values: [after, PAGE],
    }
    const sold = page.map((row) => ({
      order: JSON.parse(String(row.record)) as OrderRecord,
      owner: { account_id: String(row.account_id), vendor_id: String(row.vendor_id) },
    }))
    const moves = sold.flatMap(moveRows)
    if (moves.length > 0) yield insertRows("money_move", moves)
    const stores = [...new Set(sold.map(({ order }) => order.storeId))]
    const rows = stores.flatMap((id) => dayRows(sold.filter(({ order }) => order.storeId === id)))
    if (rows.length > 0) yield insertRows("day_row", rows, ADD)
    if (page.length < PAGE) return
    after = String(page.at(-1)?.order_id)
  }
}

const ADD = `ON CONFLICT (store_id, business_day, shard, currency, kind, code, rate) DO UPDATE SET
  transactions = day_row.transactions + excluded.transactions, amount = day_row.amount + excluded.amount`

interface Sold {
  readonly order: OrderRecord
  readonly owner: { readonly account_id: string; readonly vendor_id: string }
}

function moveRows({ order, owner }: Sold) {
  return movesOf(order).map(({ at, operatorUid, method, currency, amount }, position) => ({
    ...owner,
    order_id: order.id,
    position,
    store_id: order.storeId,
    moved_at: at,
    operator_uid: operatorUid ?? "",
    method,
    currency,
    amount,
  }))
}

/** The rows of one store's orders. Shards only spread concurrent writes, so one shard is enough here. */
function dayRows(sold: readonly Sold[]) {
  const owner = sold[0]?.owner
  const rows = addRows(sold.flatMap(({ order }) => rowsOfOrder(order)))
  return rows.map(({ businessDayDate, currencyCode, ...row }) => ({
    ...owner,
    ...row,
    store_id: sold[0]?.order.storeId ?? "",
    business_day: businessDayDate,
    shard: 0,
    currency: currencyCode,
  }))
}

function* fillDifferences(): FillContext {
  for (let after = ""; ; ) {
    const page = yield {
      sql: "SELECT id, record FROM cash_reconciliation WHERE id > $1 ORDER BY id LIMIT $2",
      values: [after, PAGE],
    }
    for (const { record } of page) {
      const { id, discrepancy, details, authorizationTokenId }: CashReconciliation = JSON.parse(String(record))
      yield {
        sql: `UPDATE cash_reconciliation SET reason = $2, discrepancy = $3, authorization_token_id = $4 WHERE id = $1`,
        values: [id, details.reason, scaleMajor(discrepancy) ?? 0, authorizationTokenId],
      }
    }
    if (page.length < PAGE) return
    after = String(page.at(-1)?.id)
  }
}
