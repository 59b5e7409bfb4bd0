/** Charges by payment link, as the hub last told of them, by their order's external id. */
import type { Migration } from "../../../protocol/runtime/migrate.ts"

export const charges: Migration = {
  id: 16,
  name: "charges by payment link",
  sql: "CREATE TABLE charge (external_id TEXT PRIMARY KEY, asked_at TEXT, heard TEXT) STRICT;",
}
