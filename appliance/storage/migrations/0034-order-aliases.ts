/** The hub's id of a sale that hub and box both created, and the id that the box uses. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const orderAliases: Migration = {
  id: 34,
  name: "order aliases",
  sql: `
    CREATE TABLE order_alias (
      alias_id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL
    ) STRICT;
  `,
}
