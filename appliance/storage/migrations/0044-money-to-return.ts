/** Marks orders with money that must be returned to a guest. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const moneyToReturn: Migration = {
  id: 44,
  name: "money to return",
  sql: `
    ALTER TABLE orders ADD COLUMN to_return INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX order_to_return ON orders (created_at, id) WHERE to_return = 1;
  `,
}
