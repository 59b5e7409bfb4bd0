/** The last aggregator report of an order, in a narrow table: a report rewrites a few hundred bytes instead of the order and its indexes. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

const COLUMNS = `
      order_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      mirror TEXT NOT NULL`

const MOVE = `
    INSERT INTO order_mirror (order_id, account_id, vendor_id, mirror)
      SELECT order_id, account_id, vendor_id, aggregator FROM orders WHERE aggregator IS NOT NULL;
    ALTER TABLE orders DROP COLUMN aggregator;
`

export const orderMirror: EngineMigration = {
  id: 44,
  name: "order mirror",
  sql: {
    // Rows are only found by key, so one tree is enough: no table with a separate index.
    sqlite: `CREATE TABLE order_mirror (${COLUMNS}\n    ) WITHOUT ROWID;${MOVE}`,
    // Rows are rewritten often. With free room on the page, PostgreSQL does not touch the index.
    postgres: `CREATE TABLE order_mirror (${COLUMNS}\n    ) WITH (fillfactor = 50);${MOVE}`,
  },
}
