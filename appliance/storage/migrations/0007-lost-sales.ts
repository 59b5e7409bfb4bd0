/** Sales that were charged and never became orders, unique by external id. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const lostSales: Migration = {
  id: 7,
  name: "lost sales",
  sql: "CREATE TABLE lost_sale (external_id TEXT PRIMARY KEY, id TEXT NOT NULL, record TEXT NOT NULL) STRICT;",
}
