/** The hub's version of an order that was replaced by its store's, until the store has received it. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const replacedOrders: EngineMigration = {
  id: 47,
  name: "replaced orders",
  sql: `
    ALTER TABLE order_alias ADD COLUMN record TEXT;
    CREATE INDEX order_alias_by_order ON order_alias (order_id);
  `,
}
