/** What its aggregator last said of an order, in a narrow table of its own: a report rewrites a few hundred bytes, and not the order with its indexes. */
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
    // Found by its key alone: one tree, and not a table beside its index.
    sqlite: `CREATE TABLE order_mirror (${COLUMNS}\n    ) WITHOUT ROWID;${MOVE}`,
    // Written over and over: the next version of a row finds room on its page, and then no index is touched.
    postgres: `CREATE TABLE order_mirror (${COLUMNS}\n    ) WITH (fillfactor = 50);${MOVE}`,
  },
}
