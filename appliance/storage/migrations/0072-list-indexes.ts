/** Indexes for shifts by register and operator, and payments in doubt by order: these queries scanned the table. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const listIndexes: Migration = {
  id: 72,
  name: "list indexes",
  sql: `
    CREATE INDEX shift_by_terminal ON shift (terminal_uid, coalesce(sequence, 0), coalesce(closed_at, '9'));
    CREATE INDEX shift_by_operator ON shift (body ->> '$.operatorUid');
    CREATE INDEX tender_doubt_by_order ON tender_doubt (order_id);
  `,
}
